/** The values of the web shop. */
export const sampleValues = `# Replaces the chart's name in the names of resources.
nameOverride: ""
# Replaces the whole name of resources.
fullnameOverride: ""

# Names of secrets that hold credentials for a private registry.
imagePullSecrets: []

serviceAccount:
  # Set to false to use an existing service account.
  create: true
  annotations: {}
  # Made from the release's name when empty.
  name: ""

# The pages that customers see.
storefront:
  replicaCount: 2
  image:
    repository: ghcr.io/example/shop-storefront
    pullPolicy: IfNotPresent
    # The appVersion of the chart when empty.
    tag: ""
  service:
    type: ClusterIP
    port: 80
    targetPort: 3000
  resources:
    requests:
      cpu: 100m
      memory: 128Mi
    limits:
      memory: 256Mi

# The API that knows products, prices and stock.
catalog:
  replicaCount: 1
  image:
    repository: ghcr.io/example/shop-catalog
    pullPolicy: IfNotPresent
    # The appVersion of the chart when empty.
    tag: ""
  service:
    type: ClusterIP
    port: 8080
    targetPort: 8080
  resources:
    requests:
      cpu: 200m
      memory: 256Mi
    limits:
      memory: 512Mi

# What both workloads are told through a ConfigMap.
config:
  currency: EUR
  logLevel: info
  # How long the storefront keeps catalog answers, in seconds.
  cacheSeconds: 30

ingress:
  enabled: false
  className: ""
  host: shop.example.com
  annotations: {}
  # The secret of the certificate; plain HTTP when empty.
  tlsSecretName: ""

podSecurityContext:
  runAsNonRoot: true
  runAsUser: 10001
  seccompProfile:
    type: RuntimeDefault

securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop:
      - ALL
`;
