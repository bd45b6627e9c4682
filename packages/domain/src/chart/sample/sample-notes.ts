/** The notes that Helm prints after the installation of the web shop. */
export const sampleNotes = `The shop {{ .Chart.AppVersion }} is installed as {{ .Release.Name }}.
{{- if .Values.ingress.enabled }}

Visit http{{ if .Values.ingress.tlsSecretName }}s{{ end }}://{{ .Values.ingress.host }}
{{- else }}

To open it on this machine:

  kubectl --namespace {{ .Release.Namespace }} port-forward service/{{ include "<CHARTNAME>.fullname" . }}-storefront 8080:{{ .Values.storefront.service.port }}

and visit http://127.0.0.1:8080
{{- end }}
`;
