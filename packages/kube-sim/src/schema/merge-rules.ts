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

/** Server-side apply merges the list; a strategic merge patch replaces it. */
function appliedBy(...keys: readonly string[]): MergeRule {
  return { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys };
}

/** A strategic merge patch merges the list; server-side apply replaces it. */
function patchedBy(key: string): MergeRule {
  return {
    'x-kubernetes-list-type': 'atomic',
    'x-kubernetes-patch-merge-key': key,
    'x-kubernetes-patch-strategy': 'merge',
  };
}

const set: MergeRule = { 'x-kubernetes-list-type': 'set' };
const mergeKeys = 'merge,retainKeys';
const granular: MergeRule = { 'x-kubernetes-map-type': 'granular' };
const retainKeys: MergeRule = { 'x-kubernetes-patch-strategy': 'retainKeys' };

/** Merge rules of lists in built-in types, by `Type.field`; other lists are replaced as a whole. */
const byField: Readonly<Record<string, MergeRule>> = {
  'AllocatedDeviceStatus.conditions': appliedBy('type'),
  'CertificateSigningRequestStatus.conditions': appliedBy('type'),
  'ContainerRestartRuleOnExitCodes.values': set,
  'ContainerStatus.allocatedResourcesStatus': mapBy('name'),
  'ContainerStatus.volumeMounts': mapBy('mountPath'),
  'CSIDriverSpec.volumeLifecycleModes': set,
  'CSINodeSpec.drivers': mapBy('name'),
  'CustomResourceDefinitionStatus.conditions': appliedBy('type'),
  'DeploymentSpec.strategy': retainKeys,
  'Endpoint.addresses': set,
  'JobStatus.conditions': patchedBy('type'),
  'JSONSchemaProps.x-kubernetes-validations': mapBy('rule'),
  'MutatingWebhook.matchConditions': mapBy('name'),
  'MutatingWebhookConfiguration.webhooks': mapBy('name'),
  'NodeSpec.podCIDRs': { ...set, 'x-kubernetes-patch-strategy': 'merge' },
  'NodeStatus.addresses': mapBy('type'),
  'NonResourcePolicyRule.nonResourceURLs': set,
  'NonResourcePolicyRule.verbs': set,
  'ObjectMeta.finalizers': { ...set, 'x-kubernetes-patch-strategy': 'merge' },
  'ObjectMeta.ownerReferences': mapBy('uid'),
  'PersistentVolumeClaimStatus.allocatedResourceStatuses': granular,
  'PersistentVolumeSpec.claimRef': granular,
  'PodDisruptionBudgetSpec.selector': { 'x-kubernetes-patch-strategy': 'replace' },
  'PodFailurePolicyOnExitCodesRequirement.values': set,
  'PodSpec.containers': mapBy('name'),
  'PodSpec.ephemeralContainers': mapBy('name'),
  'PodSpec.hostAliases': mapBy('ip'),
  'PodSpec.imagePullSecrets': mapBy('name'),
  'PodSpec.initContainers': mapBy('name'),
  'PodSpec.resourceClaims': { ...mapBy('name'), 'x-kubernetes-patch-strategy': mergeKeys },
  'PodSpec.schedulingGates': mapBy('name'),
  'PodSpec.topologySpreadConstraints': mapBy('topologyKey', 'whenUnsatisfiable'),
  'PodSpec.volumes': { ...mapBy('name'), 'x-kubernetes-patch-strategy': mergeKeys },
  'PodStatus.hostIPs': patchedBy('ip'),
  'PodStatus.podIPs': mapBy('ip'),
  'PodStatus.resourceClaimStatuses': { ...mapBy('name'), 'x-kubernetes-patch-strategy': mergeKeys },
  'ResourceClaimStatus.devices': appliedBy('driver', 'device', 'pool', 'shareID'),
  'ResourceClaimStatus.reservedFor': mapBy('uid'),
  'ResourcePolicyRule.apiGroups': set,
  'ResourcePolicyRule.namespaces': set,
  'ResourcePolicyRule.resources': set,
  'ResourcePolicyRule.verbs': set,
  'ResourceRequirements.claims': appliedBy('name'),
  'ResourceStatus.resources': appliedBy('resourceID'),
  'ServiceAccount.secrets': mapBy('name'),
  'ServiceSpec.ports': mapBy('port', 'protocol'),
  'UncountedTerminatedPods.failed': set,
  'UncountedTerminatedPods.succeeded': set,
  'ValidatingAdmissionPolicyBindingSpec.validationActions': set,
  'ValidatingAdmissionPolicySpec.matchConditions': mapBy('name'),
  'ValidatingAdmissionPolicySpec.variables': mapBy('name'),
  'ValidatingAdmissionPolicyStatus.conditions': appliedBy('type'),
  'ValidatingWebhook.matchConditions': mapBy('name'),
  'ValidatingWebhookConfiguration.webhooks': mapBy('name'),
};

const containers = ['Container', 'EphemeralContainer'];
const byContainerField: Readonly<Record<string, MergeRule>> = {
  env: mapBy('name'),
  ports: mapBy('containerPort', 'protocol'),
  volumeDevices: mapBy('devicePath'),
  volumeMounts: mapBy('mountPath'),
};

/** Object types that are replaced as a whole. */
const atomicTypes: ReadonlySet<string> = new Set([
  'ConfigMapKeySelector',
  'EndpointAddress',
  'EndpointPort',
  'FileKeySelector',
  'LabelSelector',
  'LocalObjectReference',
  'MatchResources',
  'NamedRuleWithOperations',
  'NodeSelector',
  'NodeSelectorTerm',
  'ObjectFieldSelector',
  'ObjectReference',
  'OwnerReference',
  'ParamKind',
  'ParamRef',
  'ResourceFieldSelector',
  'RoleRef',
  'ScopeSelector',
  'SecretKeySelector',
  'SecretReference',
  'ServiceBackendPort',
  'Subject',
  'TopologySelectorTerm',
  'TypedLocalObjectReference',
  'Variable',
]);

const atomicFields: ReadonlySet<string> = new Set([
  'PodSpec.nodeSelector',
  'ReplicationControllerSpec.selector',
  'Scheduling.nodeSelector',
  'ServiceSpec.selector',
]);

/** The merge rule of a field, which type declarations lack. */
export function mergeRuleOf(type: string, field: string, { type: shape }: Schema): MergeRule {
  if (containers.includes(type) && Object.hasOwn(byContainerField, field)) return byContainerField[field] ?? {};
  const name = `${type}.${field}`;
  if (atomicFields.has(name)) return { 'x-kubernetes-map-type': 'atomic' };
  const rule = Object.hasOwn(byField, name) ? byField[name] : undefined;
  if (!rule && field === 'conditions' && type.endsWith('Status')) return mapBy('type');
  const isItems = field === 'items' && type.endsWith('List');
  return { ...(shape === 'array' && !isItems && { 'x-kubernetes-list-type': 'atomic' as const }), ...rule };
}

/** Tests whether objects of a type are replaced as a whole. */
export function isAtomicType(type: string): boolean {
  return atomicTypes.has(type);
}
