import type { ChartTemplate } from '../chart-template.ts';
import { helmIgnore } from '../shared/helm-ignore.ts';
import { helpersTpl } from '../shared/helpers-tpl.ts';
import { serviceAccount } from '../shared/service-account.ts';
import { sampleValues } from './sample-values.ts';

const chartYaml = `apiVersion: v2
name: <CHARTNAME>
description: A small web shop, a storefront and the catalog behind it
type: application
version: 0.3.0
appVersion: "2.4.1"
kubeVersion: ">=1.28.0-0"
`;

/** The storefront's URL of the catalog. */
const catalogUrl = `          env:
            - name: CATALOG_URL
              value: "http://{{ include "<CHARTNAME>.fullname" $ }}-catalog:{{ $.Values.catalog.service.port }}"
`;

/** The configuration of both workloads. */
const sampleConfigMap = `apiVersion: v1
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

/** The notes that Helm prints after the installation of the web shop. */
const sampleNotes = `The shop {{ .Chart.AppVersion }} is installed as {{ .Release.Name }}.
{{- if .Values.ingress.enabled }}

Visit http{{ if .Values.ingress.tlsSecretName }}s{{ end }}://{{ .Values.ingress.host }}
{{- else }}

To open it on this machine:

  kubectl --namespace {{ .Release.Namespace }} port-forward service/{{ include "<CHARTNAME>.fullname" . }}-storefront 8080:{{ .Values.storefront.service.port }}

and visit http://127.0.0.1:8080
{{- end }}
`;

/** The ingress, off by default. */
const sampleIngress = `{{- if .Values.ingress.enabled }}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ include "<CHARTNAME>.fullname" . }}
  labels:
    {{- include "<CHARTNAME>.labels" . | nindent 4 }}
  {{- with .Values.ingress.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .Values.ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with .Values.ingress.tlsSecretName }}
  tls:
    - secretName: {{ . }}
      hosts:
        - {{ $.Values.ingress.host | quote }}
  {{- end }}
  rules:
    - host: {{ .Values.ingress.host | quote }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ include "<CHARTNAME>.fullname" . }}-storefront
                port:
                  name: http
{{- end }}
`;

/** A small web shop of two workloads, the demo chart of the product. */
export const sampleTemplate: ChartTemplate = {
  '.helmignore': helmIgnore,
  'Chart.yaml': chartYaml,
  'values.yaml': sampleValues,
  'templates/NOTES.txt': sampleNotes,
  'templates/_helpers.tpl': helpersTpl,
  'templates/catalog-deployment.yaml': toWorkloadDeployment('catalog'),
  'templates/catalog-service.yaml': toWorkloadService('catalog'),
  'templates/configmap.yaml': sampleConfigMap,
  'templates/ingress.yaml': sampleIngress,
  'templates/serviceaccount.yaml': serviceAccount,
  'templates/storefront-deployment.yaml': toWorkloadDeployment('storefront', catalogUrl),
  'templates/storefront-service.yaml': toWorkloadService('storefront'),
};

/** Returns the Deployment of one of the shop's workloads; `env` are further lines for the container. */
function toWorkloadDeployment(name: 'storefront' | 'catalog', env = ''): string {
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
function toWorkloadService(name: 'storefront' | 'catalog'): string {
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
