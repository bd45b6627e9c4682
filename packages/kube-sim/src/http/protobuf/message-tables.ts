/**
 * Type of a field. `text`, `number` and `flag` are omitted when empty, as Go omits them in JSON; with `?` they are
 * kept.
 * `[]` means a list, `{}` a map from strings, any other word a message of this table.
 */
type FieldType = string;

/** The fields of a message, by number. */
type MessageTable = Readonly<Record<number, readonly [name: string, type: FieldType]>>;

const metadata = ['metadata', 'ObjectMeta'] as const;

function withSpec(spec: string): MessageTable {
  return { 1: metadata, 2: ['spec', spec] };
}

/** The messages of objects that clients send, with Kubernetes' field numbers. */
export const messageTables: Readonly<Record<string, MessageTable>> = {
  Unknown: { 1: ['typeMeta', 'TypeMeta'], 2: ['raw', 'bytes'] },
  TypeMeta: { 1: ['apiVersion', 'text'], 2: ['kind', 'text'] },
  ObjectMeta: {
    1: ['name', 'text'],
    2: ['generateName', 'text'],
    3: ['namespace', 'text'],
    5: ['uid', 'text'],
    6: ['resourceVersion', 'text'],
    11: ['labels', '{}text'],
    12: ['annotations', '{}text'],
    13: ['ownerReferences', '[]OwnerReference'],
    14: ['finalizers', '[]text'],
  },
  OwnerReference: {
    1: ['kind', 'text'],
    3: ['name', 'text'],
    4: ['uid', 'text'],
    5: ['apiVersion', 'text'],
    6: ['controller', 'flag?'],
    7: ['blockOwnerDeletion', 'flag?'],
  },
  LabelSelector: { 1: ['matchLabels', '{}text'], 2: ['matchExpressions', '[]LabelSelectorRequirement'] },
  LabelSelectorRequirement: { 1: ['key', 'text'], 2: ['operator', 'text'], 3: ['values', '[]text'] },
  LocalObjectReference: { 1: ['name', 'text'] },

  Binding: { 1: metadata, 2: ['target', 'ObjectReference'] },
  ConfigMap: { 1: metadata, 2: ['data', '{}text'], 3: ['binaryData', '{}bytes'], 4: ['immutable', 'flag?'] },
  Namespace: { 1: metadata },
  ObjectReference: { 1: ['kind', 'text'], 2: ['namespace', 'text'], 3: ['name', 'text'] },
  ResourceQuota: withSpec('ResourceQuotaSpec'),
  ResourceQuotaSpec: { 1: ['hard', '{}Quantity'], 2: ['scopes', '[]text'] },
  Secret: {
    1: metadata,
    2: ['data', '{}bytes'],
    3: ['type', 'text'],
    4: ['stringData', '{}text'],
    5: ['immutable', 'flag?'],
  },
  Service: withSpec('ServiceSpec'),
  ServiceSpec: {
    1: ['ports', '[]ServicePort'],
    2: ['selector', '{}text'],
    3: ['clusterIP', 'text'],
    4: ['type', 'text'],
    5: ['externalIPs', '[]text'],
    7: ['sessionAffinity', 'text'],
    8: ['loadBalancerIP', 'text'],
    10: ['externalName', 'text'],
    18: ['clusterIPs', '[]text'],
  },
  ServicePort: {
    1: ['name', 'text'],
    2: ['protocol', 'text'],
    3: ['port', 'number'],
    4: ['targetPort', 'IntOrString'],
    5: ['nodePort', 'number'],
  },
  ServiceAccount: {
    1: metadata,
    3: ['imagePullSecrets', '[]LocalObjectReference'],
    4: ['automountServiceAccountToken', 'flag?'],
  },

  Pod: withSpec('PodSpec'),
  PodTemplateSpec: withSpec('PodSpec'),
  PodSpec: {
    2: ['containers', '[]Container'],
    3: ['restartPolicy', 'text'],
    4: ['terminationGracePeriodSeconds', 'number?'],
    7: ['nodeSelector', '{}text'],
    8: ['serviceAccountName', 'text'],
    10: ['nodeName', 'text'],
    15: ['imagePullSecrets', '[]LocalObjectReference'],
  },
  Container: {
    1: ['name', 'text'],
    2: ['image', 'text'],
    3: ['command', '[]text'],
    4: ['args', '[]text'],
    5: ['workingDir', 'text'],
    6: ['ports', '[]ContainerPort'],
    7: ['env', '[]EnvVar'],
    8: ['resources', 'ResourceRequirements'],
    14: ['imagePullPolicy', 'text'],
  },
  ContainerPort: {
    1: ['name', 'text'],
    2: ['hostPort', 'number'],
    3: ['containerPort', 'number'],
    4: ['protocol', 'text'],
  },
  EnvVar: { 1: ['name', 'text'], 2: ['value', 'text'] },
  ResourceRequirements: { 1: ['limits', '{}Quantity'], 2: ['requests', '{}Quantity'] },

  Deployment: withSpec('DeploymentSpec'),
  DeploymentSpec: {
    1: ['replicas', 'number?'],
    2: ['selector', 'LabelSelector'],
    3: ['template', 'PodTemplateSpec'],
    4: ['strategy', 'DeploymentStrategy'],
  },
  DeploymentStrategy: { 1: ['type', 'text'] },
  Job: withSpec('JobSpec'),
  JobSpec: {
    1: ['parallelism', 'number?'],
    2: ['completions', 'number?'],
    3: ['activeDeadlineSeconds', 'number?'],
    4: ['selector', 'LabelSelector'],
    6: ['template', 'PodTemplateSpec'],
    7: ['backoffLimit', 'number?'],
    10: ['suspend', 'flag?'],
  },
  CronJob: withSpec('CronJobSpec'),
  CronJobSpec: {
    1: ['schedule', 'text'],
    3: ['concurrencyPolicy', 'text'],
    4: ['suspend', 'flag?'],
    5: ['jobTemplate', 'JobTemplateSpec'],
    8: ['timeZone', 'text'],
  },
  JobTemplateSpec: withSpec('JobSpec'),
  HorizontalPodAutoscaler: withSpec('HorizontalPodAutoscalerSpec'),
  HorizontalPodAutoscalerSpec: {
    1: ['scaleTargetRef', 'CrossVersionObjectReference'],
    2: ['minReplicas', 'number?'],
    3: ['maxReplicas', 'number'],
    4: ['metrics', '[]MetricSpec'],
  },
  CrossVersionObjectReference: { 1: ['kind', 'text'], 2: ['name', 'text'], 3: ['apiVersion', 'text'] },
  MetricSpec: { 1: ['type', 'text'], 4: ['resource', 'ResourceMetricSource'] },
  ResourceMetricSource: { 1: ['name', 'text'], 2: ['target', 'MetricTarget'] },
  MetricTarget: { 1: ['type', 'text'], 3: ['averageValue', 'Quantity'], 4: ['averageUtilization', 'number?'] },

  Ingress: withSpec('IngressSpec'),
  IngressSpec: {
    1: ['defaultBackend', 'IngressBackend'],
    2: ['tls', '[]IngressTLS'],
    3: ['rules', '[]IngressRule'],
    4: ['ingressClassName', 'text'],
  },
  IngressTLS: { 1: ['hosts', '[]text'], 2: ['secretName', 'text'] },
  IngressRule: { 1: ['host', 'text'], 2: ['...', 'IngressRuleValue'] },
  IngressRuleValue: { 1: ['http', 'HTTPIngressRuleValue'] },
  HTTPIngressRuleValue: { 1: ['paths', '[]HTTPIngressPath'] },
  HTTPIngressPath: { 1: ['path', 'text'], 2: ['backend', 'IngressBackend'], 3: ['pathType', 'text'] },
  IngressBackend: { 4: ['service', 'IngressServiceBackend'] },
  IngressServiceBackend: { 1: ['name', 'text'], 2: ['port', 'ServiceBackendPort'] },
  ServiceBackendPort: { 1: ['name', 'text'], 2: ['number', 'number'] },

  PodDisruptionBudget: withSpec('PodDisruptionBudgetSpec'),
  PodDisruptionBudgetSpec: {
    1: ['minAvailable', 'IntOrString'],
    2: ['selector', 'LabelSelector'],
    3: ['maxUnavailable', 'IntOrString'],
  },
  Eviction: { 1: metadata, 2: ['deleteOptions', 'DeleteOptions'] },
  DeleteOptions: {
    1: ['gracePeriodSeconds', 'number?'],
    2: ['preconditions', 'Preconditions'],
    3: ['orphanDependents', 'flag?'],
    4: ['propagationPolicy', 'text'],
    5: ['dryRun', '[]text'],
  },
  Preconditions: { 1: ['uid', 'text'], 2: ['resourceVersion', 'text'] },
  PriorityClass: {
    1: metadata,
    2: ['value', 'number'],
    3: ['globalDefault', 'flag'],
    4: ['description', 'text'],
    5: ['preemptionPolicy', 'text'],
  },

  Role: { 1: metadata, 2: ['rules', '[]PolicyRule'] },
  ClusterRole: { 1: metadata, 2: ['rules', '[]PolicyRule'] },
  PolicyRule: {
    1: ['verbs', '[]text'],
    2: ['apiGroups', '[]text?'],
    3: ['resources', '[]text'],
    4: ['resourceNames', '[]text'],
    5: ['nonResourceURLs', '[]text'],
  },
  RoleBinding: { 1: metadata, 2: ['subjects', '[]Subject'], 3: ['roleRef', 'RoleRef'] },
  ClusterRoleBinding: { 1: metadata, 2: ['subjects', '[]Subject'], 3: ['roleRef', 'RoleRef'] },
  Subject: { 1: ['kind', 'text'], 2: ['apiGroup', 'text'], 3: ['name', 'text'], 4: ['namespace', 'text'] },
  RoleRef: { 1: ['apiGroup', 'text'], 2: ['kind', 'text'], 3: ['name', 'text'] },

  SelfSubjectAccessReview: withSpec('AccessReviewSpec'),
  AccessReviewSpec: {
    1: ['resourceAttributes', 'ResourceAttributes'],
    2: ['nonResourceAttributes', 'NonResourceAttributes'],
  },
  ResourceAttributes: {
    1: ['namespace', 'text'],
    2: ['verb', 'text'],
    3: ['group', 'text'],
    4: ['version', 'text'],
    5: ['resource', 'text'],
    6: ['subresource', 'text'],
    7: ['name', 'text'],
  },
  NonResourceAttributes: { 1: ['path', 'text'], 2: ['verb', 'text'] },
  SelfSubjectRulesReview: withSpec('SelfSubjectRulesReviewSpec'),
  SelfSubjectRulesReviewSpec: { 1: ['namespace', 'text'] },
  SelfSubjectReview: { 1: metadata },
  TokenRequest: withSpec('TokenRequestSpec'),
  TokenRequestSpec: { 1: ['audiences', '[]text'], 4: ['expirationSeconds', 'number?'] },
  Scale: withSpec('ScaleSpec'),
  ScaleSpec: { 1: ['replicas', 'number?'] },
};
