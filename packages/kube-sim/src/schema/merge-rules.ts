import type { Schema } from './schema.ts';

type MergeRule = Pick<
  Schema,
  | 'x-kubernetes-list-type'
  | 'x-kubernetes-list-map-keys'
  | 'x-kubernetes-map-type'
  | 'x-kubernetes-patch-merge-key'
  | 'x-kubernetes-patch-strategy'
>;

function mapBy(...keys: [string, ...string[]]): MergeRule {
  return {
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
    'x-kubernetes-patch-merge-key': keys[0],
    'x-kubernetes-patch-strategy': 'merge',
  };
}

const set: MergeRule = { 'x-kubernetes-list-type': 'set' };
const retainKeys: MergeRule = { 'x-kubernetes-patch-strategy': 'retainKeys' };

/** How lists of built-in types merge, by `Type.field`; every other list is replaced as a whole. */
const byField: Readonly<Record<string, MergeRule>> = {
  'ObjectMeta.finalizers': { ...set, 'x-kubernetes-patch-strategy': 'merge' },
  'ObjectMeta.ownerReferences': mapBy('uid'),
  'PodSpec.containers': mapBy('name'),
  'PodSpec.initContainers': mapBy('name'),
  'PodSpec.ephemeralContainers': mapBy('name'),
  'PodSpec.hostAliases': mapBy('ip'),
  'PodSpec.imagePullSecrets': mapBy('name'),
  'PodSpec.resourceClaims': { ...mapBy('name'), 'x-kubernetes-patch-strategy': 'merge,retainKeys' },
  'PodSpec.schedulingGates': mapBy('name'),
  'PodSpec.topologySpreadConstraints': mapBy('topologyKey', 'whenUnsatisfiable'),
  'PodSpec.volumes': { ...mapBy('name'), 'x-kubernetes-patch-strategy': 'merge,retainKeys' },
  'PodStatus.podIPs': mapBy('ip'),
  'DeploymentSpec.strategy': retainKeys,
  'NodeStatus.addresses': mapBy('type'),
  'ServiceAccount.secrets': mapBy('name'),
  'ServiceSpec.ports': mapBy('port', 'protocol'),
  'Endpoint.addresses': set,
  'MutatingWebhookConfiguration.webhooks': mapBy('name'),
  'ValidatingWebhookConfiguration.webhooks': mapBy('name'),
  'ValidatingAdmissionPolicySpec.variables': mapBy('name'),
  'ResourceRequirements.claims': { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
};

const containers = ['Container', 'EphemeralContainer'];
const byContainerField: Readonly<Record<string, MergeRule>> = {
  env: mapBy('name'),
  ports: mapBy('containerPort', 'protocol'),
  volumeDevices: mapBy('devicePath'),
  volumeMounts: mapBy('mountPath'),
};

/** Types that are replaced as a whole although they are objects. */
const atomicTypes: ReadonlySet<string> = new Set([
  'ConfigMapKeySelector',
  'CrossVersionObjectReference',
  'EndpointAddress',
  'EndpointPort',
  'LabelSelector',
  'LocalObjectReference',
  'NodeSelector',
  'NodeSelectorTerm',
  'ObjectFieldSelector',
  'ObjectReference',
  'OwnerReference',
  'ResourceFieldSelector',
  'RoleRef',
  'ScopeSelector',
  'SecretKeySelector',
  'SecretReference',
  'ServiceBackendPort',
  'Subject',
  'TopologySelectorTerm',
  'TypedLocalObjectReference',
]);

const atomicFields: ReadonlySet<string> = new Set([
  'PodSpec.nodeSelector',
  'ReplicationControllerSpec.selector',
  'Scheduling.nodeSelector',
  'ServiceSpec.selector',
]);

/** What merging needs to know of a field, which type declarations do not say. */
export function mergeRuleOf(type: string, field: string, { type: shape }: Schema): MergeRule {
  if (containers.includes(type) && Object.hasOwn(byContainerField, field)) return byContainerField[field] ?? {};
  const name = `${type}.${field}`;
  if (atomicFields.has(name)) return { 'x-kubernetes-map-type': 'atomic' };
  if (field === 'conditions' && type.endsWith('Status')) return mapBy('type');
  const rule = Object.hasOwn(byField, name) ? byField[name] : undefined;
  const isItems = field === 'items' && type.endsWith('List');
  return { ...(shape === 'array' && !isItems && { 'x-kubernetes-list-type': 'atomic' as const }), ...rule };
}

/** Whether objects of a type are replaced as a whole. */
export function isAtomicType(type: string): boolean {
  return atomicTypes.has(type);
}
