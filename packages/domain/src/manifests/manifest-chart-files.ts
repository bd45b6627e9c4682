/** Returns the `Chart.yaml` of a converted chart. */
export function toChartYaml(chartName: string): string {
  return `apiVersion: v2
name: ${chartName}
description: Made of Kubernetes manifests
type: application
version: 0.1.0
`;
}

/** Returns the named templates: names and labels. */
export function toHelpers(chartName: string): string {
  return `{{/* The name of a resource: (list . "name"). */}}
{{- define "${chartName}.resourceName" -}}
{{- (index . 0).Values.namePrefix }}{{ index . 1 }}
{{- end }}

{{/* Labels of every resource, beside its own. Selectors are as they were. */}}
{{- define "${chartName}.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
`;
}
