/** The configuration of both workloads. */
export const sampleConfigMap = `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "<CHARTNAME>.fullname" . }}
  labels:
    {{- include "<CHARTNAME>.labels" . | nindent 4 }}
data:
  CURRENCY: {{ .Values.config.currency | quote }}
  LOG_LEVEL: {{ .Values.config.logLevel | quote }}
  CACHE_SECONDS: {{ .Values.config.cacheSeconds | quote }}
`;
