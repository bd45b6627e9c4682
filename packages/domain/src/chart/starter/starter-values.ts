/** The values of the starter chart. */
export const starterValues = `# How many pods run.
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
