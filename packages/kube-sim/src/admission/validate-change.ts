import { invalidValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, isSameJson, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { forbiddenField } from './field-rules.ts';
import { validateConfigChange } from './validate-config.ts';

/** Immutable fields of the spec, by storage. */
const immutable: Readonly<Record<string, readonly string[]>> = {
  'apps/deployments': ['selector'],
  'apps/replicasets': ['selector'],
  'apps/daemonsets': ['selector'],
  'batch/jobs': ['selector', 'template', 'completionMode'],
};

const mutableStatefulSetFields = new Set([
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
]);

type ChangeValidator = (before: KubeObject, after: KubeObject) => readonly StatusCause[];

const validators: Readonly<Record<string, ChangeValidator>> = {
  '/pods': (before, after) => validatePodChange(asObject(before['spec']), asObject(after['spec'])),
  '/services': (before, after) => validateServiceChange(asObject(before['spec']), asObject(after['spec'])),
  '/configmaps': validateConfigChange,
  '/secrets': validateConfigChange,
  '/persistentvolumeclaims': validateClaimChange,
  'apps/statefulsets': (before, after) => validateStatefulSetChange(asObject(before['spec']), asObject(after['spec'])),
  'rbac.authorization.k8s.io/rolebindings': validateBindingChange,
  'rbac.authorization.k8s.io/clusterrolebindings': validateBindingChange,
  'storage.k8s.io/storageclasses': validateStorageClassChange,
  'scheduling.k8s.io/priorityclasses': (before, after) =>
    before['value'] === after['value'] ? [] : [forbiddenField('value', 'may not be changed in an update.')],
};

/** Validates an update. */
export function validateChange(storage: string, previous: KubeObject, next: KubeObject): readonly StatusCause[] {
  const before = asObject(previous['spec']);
  const after = asObject(next['spec']);
  return [
    ...(immutable[storage] ?? [])
      .filter((field) => !isSameJson(before[field], after[field]))
      .map((field) => invalidValue(`spec.${field}`, after[field], 'field is immutable')),
    ...(validators[storage]?.(previous, next) ?? []),
  ];
}

function validateStatefulSetChange(before: JsonObject, after: JsonObject): readonly StatusCause[] {
  const isChanged = Object.keys({ ...before, ...after }).some(
    (field) => !mutableStatefulSetFields.has(field) && !isSameJson(before[field], after[field]),
  );
  if (!isChanged) return [];
  const why =
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  return [forbiddenField('spec', why)];
}

function validateServiceChange(before: JsonObject, after: JsonObject): readonly StatusCause[] {
  const hadAddress = before['clusterIP'] !== undefined && before['type'] !== 'ExternalName';
  if (!hadAddress || after['type'] === 'ExternalName' || before['clusterIP'] === after['clusterIP']) return [];
  const addresses = [after['clusterIP'] ?? ''];
  return [invalidValue('spec.clusterIPs[0]', addresses, 'may not change once set')];
}

/** A claim's volume may be set and its size may grow; the rest is immutable. */
function validateClaimChange(previous: KubeObject, next: KubeObject): readonly StatusCause[] {
  const isBound = asObject(previous['status'])['phase'] === 'Bound';
  const fixed = ({ spec }: KubeObject) => {
    const { volumeName, volumeAttributesClassName, resources, ...rest } = asObject(spec);
    return { ...rest, ...(isBound ? { volumeName } : { resources, volumeAttributesClassName }) };
  };
  if (isSameJson(fixed(previous), fixed(next))) return [];
  const why =
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  return [forbiddenField('spec', why)];
}

function validateBindingChange(previous: KubeObject, next: KubeObject): readonly StatusCause[] {
  if (isSameJson(previous['roleRef'], next['roleRef'])) return [];
  const { apiGroup, kind, name } = asObject(next['roleRef']);
  return [invalidValue('roleRef', { APIGroup: apiGroup, Kind: kind, Name: name }, 'cannot change roleRef')];
}

function validateStorageClassChange(previous: KubeObject, next: KubeObject): readonly StatusCause[] {
  return [
    ...['parameters', 'provisioner', 'reclaimPolicy']
      .filter((field) => !isSameJson(previous[field], next[field]))
      .map((field) => forbiddenField(field, `updates to ${field} are forbidden.`)),
    ...(previous['volumeBindingMode'] === next['volumeBindingMode']
      ? []
      : [invalidValue('volumeBindingMode', next['volumeBindingMode'], 'field is immutable')]),
  ];
}

function validatePodChange(before: JsonObject, after: JsonObject): readonly StatusCause[] {
  const comparable = (spec: JsonObject) => ({
    ...spec,
    nodeName: undefined,
    tolerations: undefined,
    activeDeadlineSeconds: undefined,
    terminationGracePeriodSeconds: undefined,
    schedulingGates: undefined,
    ephemeralContainers: undefined,
    containers: asArray(spec['containers']).map((each) => ({ ...asObject(each), image: '' })),
    initContainers: asArray(spec['initContainers']).map((each) => ({ ...asObject(each), image: '' })),
  });
  if (isSameJson(comparable(before), comparable(after))) return [];
  const why =
    'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';
  return [forbiddenField('spec', why)];
}
