{{- define "storefront.fullname" -}}
{{- printf "%s-storefront" .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end }}

{{- define "storefront.selectorLabels" -}}
app.kubernetes.io/name: storefront
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "storefront.labels" -}}
{{ include "storefront.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}
