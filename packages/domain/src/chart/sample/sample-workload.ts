/** Returns the Deployment of one of the shop's workloads; `env` are further lines for the container. */
export function toWorkloadDeployment(name: 'storefront' | 'catalog', env = ''): string {
  return `{{- with .Values.${name} }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "<CHARTNAME>.fullname" $ }}-${name}
  labels:
    {{- include "<CHARTNAME>.labels" $ | nindent 4 }}
    app.kubernetes.io/component: ${name}
spec:
  replicas: {{ .replicaCount }}
  selector:
    matchLabels:
      {{- include "<CHARTNAME>.selectorLabels" $ | nindent 6 }}
      app.kubernetes.io/component: ${name}
  template:
    metadata:
      annotations:
        # Pods restart when the configuration changes.
        checksum/config: {{ include (print $.Template.BasePath "/configmap.yaml") $ | sha256sum }}
      labels:
        {{- include "<CHARTNAME>.labels" $ | nindent 8 }}
        app.kubernetes.io/component: ${name}
    spec:
      {{- with $.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      serviceAccountName: {{ include "<CHARTNAME>.serviceAccountName" $ }}
      securityContext:
        {{- toYaml $.Values.podSecurityContext | nindent 8 }}
      containers:
        - name: ${name}
          image: "{{ .image.repository }}:{{ .image.tag | default $.Chart.AppVersion }}"
          imagePullPolicy: {{ .image.pullPolicy }}
          securityContext:
            {{- toYaml $.Values.securityContext | nindent 12 }}
          envFrom:
            - configMapRef:
                name: {{ include "<CHARTNAME>.fullname" $ }}
${env}          ports:
            - name: http
              containerPort: {{ .service.targetPort }}
              protocol: TCP
          livenessProbe:
            httpGet:
              path: /healthz
              port: http
          readinessProbe:
            httpGet:
              path: /readyz
              port: http
          resources:
            {{- toYaml .resources | nindent 12 }}
{{- end }}
`;
}

/** Returns the Service of one of the shop's workloads. */
export function toWorkloadService(name: 'storefront' | 'catalog'): string {
  return `{{- with .Values.${name}.service }}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "<CHARTNAME>.fullname" $ }}-${name}
  labels:
    {{- include "<CHARTNAME>.labels" $ | nindent 4 }}
    app.kubernetes.io/component: ${name}
spec:
  type: {{ .type }}
  ports:
    - name: http
      port: {{ .port }}
      targetPort: http
      protocol: TCP
  selector:
    {{- include "<CHARTNAME>.selectorLabels" $ | nindent 4 }}
    app.kubernetes.io/component: ${name}
{{- end }}
`;
}
