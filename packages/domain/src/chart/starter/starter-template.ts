import type { ChartTemplate } from '../chart-template.ts';
import { helmIgnore } from '../shared/helm-ignore.ts';
import { helpersTpl } from '../shared/helpers-tpl.ts';
import { serviceAccount } from '../shared/service-account.ts';

const chartYaml = `apiVersion: v2
name: <CHARTNAME>
description: A Helm chart for Kubernetes
type: application
version: 0.1.0
appVersion: "1.28.0"
`;

/** The workload of the starter chart. */
const starterDeployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "<CHARTNAME>.fullname" . }}
  labels:
    {{- include "<CHARTNAME>.labels" . | nindent 4 }}
spec:
  replicas: {{ .Values.replicaCount }}
  selector:
    matchLabels:
      {{- include "<CHARTNAME>.selectorLabels" . | nindent 6 }}
  template:
    metadata:
      {{- with .Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      labels:
        {{- include "<CHARTNAME>.labels" . | nindent 8 }}
        {{- with .Values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- with .Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      serviceAccountName: {{ include "<CHARTNAME>.serviceAccountName" . }}
      securityContext:
        {{- toYaml .Values.podSecurityContext | nindent 8 }}
      containers:
        - name: {{ .Chart.Name }}
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
          imagePullPolicy: {{ .Values.image.pullPolicy }}
          securityContext:
            {{- toYaml .Values.securityContext | nindent 12 }}
          {{- with .Values.env }}
          env:
            {{- range $name, $value := . }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          {{- end }}
          ports:
            - name: http
              containerPort: {{ .Values.service.targetPort }}
              protocol: TCP
          {{- with .Values.livenessProbe }}
          livenessProbe:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          {{- with .Values.readinessProbe }}
          readinessProbe:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          resources:
            {{- toYaml .Values.resources | nindent 12 }}
      {{- with .Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
`;

/** The service in front of the starter chart's pods. */
const starterService = `apiVersion: v1
kind: Service
metadata:
  name: {{ include "<CHARTNAME>.fullname" . }}
  labels:
    {{- include "<CHARTNAME>.labels" . | nindent 4 }}
spec:
  type: {{ .Values.service.type }}
  ports:
    - name: http
      port: {{ .Values.service.port }}
      targetPort: http
      protocol: TCP
  selector:
    {{- include "<CHARTNAME>.selectorLabels" . | nindent 4 }}
`;

/** The notes that Helm prints after the installation of the starter chart. */
const starterNotes = `{{ .Chart.Name }} {{ .Chart.AppVersion }} is installed as {{ .Release.Name }}.

To open it on this machine:

  kubectl --namespace {{ .Release.Namespace }} port-forward service/{{ include "<CHARTNAME>.fullname" . }} 8080:{{ .Values.service.port }}

and visit http://127.0.0.1:8080
`;

/** The values of the starter chart. */
const starterValues = `# How many pods run.
replicaCount: 1

image:
  repository: nginxinc/nginx-unprivileged
  pullPolicy: IfNotPresent
  # The appVersion of the chart when empty.
  tag: ""

# Names of secrets that hold credentials for a private registry.
imagePullSecrets: []

# Replaces the chart's name in the names of resources.
nameOverride: ""
# Replaces the whole name of resources.
fullnameOverride: ""

serviceAccount:
  # Set to false to use an existing service account.
  create: true
  annotations: {}
  # Made from the release's name when empty.
  name: ""

podAnnotations: {}
podLabels: {}

podSecurityContext:
  runAsNonRoot: true
  seccompProfile:
    type: RuntimeDefault

securityContext:
  allowPrivilegeEscalation: false
  capabilities:
    drop:
      - ALL

# Environment variables of the container, by name.
env: {}

service:
  type: ClusterIP
  port: 80
  # The port that the container listens on.
  targetPort: 8080

resources:
  requests:
    cpu: 100m
    memory: 128Mi
  limits:
    memory: 256Mi

livenessProbe:
  httpGet:
    path: /
    port: http

readinessProbe:
  httpGet:
    path: /
    port: http

nodeSelector: {}
tolerations: []
affinity: {}
`;

/** A small chart to build on: one web workload that renders without a network. */
export const starterTemplate: ChartTemplate = {
  '.helmignore': helmIgnore,
  'Chart.yaml': chartYaml,
  'values.yaml': starterValues,
  'templates/NOTES.txt': starterNotes,
  'templates/_helpers.tpl': helpersTpl,
  'templates/deployment.yaml': starterDeployment,
  'templates/service.yaml': starterService,
  'templates/serviceaccount.yaml': serviceAccount,
};
