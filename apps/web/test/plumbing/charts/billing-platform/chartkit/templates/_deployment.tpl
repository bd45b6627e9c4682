{{- /* Takes a map of root, name and the values of the workload. */}}
{{- define "chartkit.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .name }}
  labels:
    {{- include "chartkit.labels" . | nindent 4 }}
spec:
  replicas: {{ .values.replicas }}
  selector:
    matchLabels:
      {{- include "chartkit.labels" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "chartkit.labels" . | nindent 8 }}
    spec:
      containers:
        - name: {{ .name }}
          image: {{ .values.image }}
          {{- with .values.resources }}
          resources:
            {{- toYaml . | nindent 12 }}
          {{- end }}
{{- end }}
