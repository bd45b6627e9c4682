{{- define "ledger.name" -}}
{{ .Release.Name }}-ledger
{{- end }}

{{- define "ledger.labels" -}}
app.kubernetes.io/name: ledger
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
