import { invalidValue, requiredValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, isObject, isSameJson, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { toLabelTest } from '../selectors/label-selector.ts';
import { parseQuantity } from '../object/quantity.ts';
import { validateAutoscaler } from './validate-autoscaler.ts';
import { validateCronJob } from './validate-cron-job.ts';
import { validateNetworkPolicy } from './validate-network-policy.ts';
import { isLabel, labelRule } from './validate-names.ts';

/** What the API holds against an object of a built-in kind beyond its schema. */
export function validateKind(storage: string, object: KubeObject): readonly StatusCause[] {
  const spec = asObject(object['spec']);
  switch (storage) {
    case '/pods':
      return validatePodSpec(spec, 'spec');
    case 'apps/deployments':
    case 'apps/replicasets':
    case 'apps/statefulsets':
    case 'apps/daemonsets':
      return validateWorkload(spec);
    case 'batch/jobs':
      return validateJobTemplate(asObject(spec['template']), 'spec.template');
    case 'batch/cronjobs':
      return [
        ...validateCronJob(asString(object.metadata.name), spec),
        ...validateJobTemplate(
          asObject(asObject(asObject(spec['jobTemplate'])['spec'])['template']),
          'spec.jobTemplate.spec.template',
        ),
      ];
    case '/services':
      return validateService(spec);
    case 'autoscaling/horizontalpodautoscalers':
      return validateAutoscaler(spec);
    case 'networking.k8s.io/networkpolicies':
      return validateNetworkPolicy(spec);
    default:
      return [];
  }
}

function validateWorkload(spec: JsonObject): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  const template = asObject(spec['template']);
  const labels = asObject(asObject(template['metadata'])['labels']) as Record<string, string>;
  const replicas = spec['replicas'];
  if (typeof replicas === 'number' && replicas < 0) {
    causes.push(invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0'));
  }
  if (!isObject(spec['selector'])) causes.push(requiredValue('spec.selector'));
  else if (!toLabelTest(spec['selector'])(labels)) {
    causes.push(invalidValue('spec.template.metadata.labels', labels, '`selector` does not match template `labels`'));
  }
  const claims = asArray(spec['volumeClaimTemplates']).map((claim) => ({
    name: asObject(asObject(claim)['metadata'])['name'],
  }));
  const podSpec = asObject(template['spec']);
  const volumes = [...asArray(podSpec['volumes']), ...claims];
  causes.push(...validatePodSpec({ ...podSpec, volumes }, 'spec.template.spec'));
  const policy = asObject(template['spec'])['restartPolicy'];
  if (policy !== undefined && policy !== 'Always') {
    causes.push({
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(policy)}: supported values: "Always"`,
      field: 'spec.template.spec.restartPolicy',
    });
  }
  return causes;
}

function validateJobTemplate(template: JsonObject, path: string): readonly StatusCause[] {
  const causes = [...validatePodSpec(asObject(template['spec']), `${path}.spec`)];
  const policy = asObject(template['spec'])['restartPolicy'];
  if (policy !== 'OnFailure' && policy !== 'Never') {
    causes.push({
      reason: 'FieldValueRequired',
      message: 'Required value: valid values: "OnFailure", "Never"',
      field: `${path}.spec.restartPolicy`,
    });
  }
  return causes;
}

function validatePodSpec(spec: JsonObject, path: string): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  const containers = asArray(spec['containers']);
  if (containers.length === 0) causes.push(requiredValue(`${path}.containers`));
  const deadline = spec['activeDeadlineSeconds'];
  if (typeof deadline === 'number' && (deadline < 1 || deadline > 2_147_483_647)) {
    const why = 'must be between 1 and 2147483647, inclusive';
    causes.push(invalidValue(`${path}.activeDeadlineSeconds`, deadline, why));
  }
  const volumes = new Set(asArray(spec['volumes']).map((volume) => asObject(volume)['name']));
  for (const list of ['containers', 'initContainers']) {
    const names = new Set<unknown>();
    for (const [index, item] of asArray(spec[list]).entries()) {
      const at = `${path}.${list}[${index}]`;
      const container = asObject(item);
      const name = asString(container['name']);
      if (name !== '' && !isLabel(name)) causes.push(invalidValue(`${at}.name`, name, labelRule));
      if (names.has(name))
        causes.push({ reason: 'FieldValueDuplicate', message: `Duplicate value: "${name}"`, field: `${at}.name` });
      names.add(name);
      if (asString(container['image']) === '') causes.push(requiredValue(`${at}.image`));
      causes.push(...validateContainer(container, at, volumes));
    }
  }
  return causes;
}

function validateContainer(container: JsonObject, at: string, volumes: ReadonlySet<unknown>): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  for (const [index, mount] of asArray(container['volumeMounts']).entries()) {
    const { name } = asObject(mount);
    if (!volumes.has(name)) {
      causes.push({
        reason: 'FieldValueNotFound',
        message: `Not found: ${JSON.stringify(name)}`,
        field: `${at}.volumeMounts[${index}].name`,
      });
    }
  }
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    for (const field of ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'failureThreshold']) {
      const value = asObject(container[probe])[field];
      if (typeof value === 'number' && value < 0)
        causes.push(invalidValue(`${at}.${probe}.${field}`, value, 'must be greater than or equal to 0'));
    }
  }
  const { limits, requests } = asObject(container['resources']);
  for (const [name, request] of Object.entries(asObject(requests))) {
    const limit = asObject(limits)[name];
    if (limit === undefined) continue;
    const requested = parseQuantity(request);
    const limited = parseQuantity(limit);
    if (requested !== undefined && limited !== undefined && requested > limited) {
      const why = `must be less than or equal to ${name} limit of ${asString(limit)}`;
      causes.push(invalidValue(`${at}.resources.requests`, request, why));
    }
  }
  for (const list of ['limits', 'requests']) {
    for (const [name, value] of Object.entries(asObject(asObject(container['resources'])[list]))) {
      if (parseQuantity(value) === undefined) {
        const why = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
        causes.push(invalidValue(`${at}.resources.${list}.${name}`, value, why));
      }
    }
  }
  return causes;
}

function validateService(spec: JsonObject): readonly StatusCause[] {
  const ports = asArray(spec['ports']);
  const isHeadless = spec['clusterIP'] === 'None';
  if (ports.length === 0 && spec['type'] !== 'ExternalName' && !isHeadless) return [requiredValue('spec.ports')];
  return ports.flatMap((port, index) => {
    const number = asObject(port)['port'];
    const isPort = typeof number === 'number' && number > 0 && number < 65536;
    return isPort ? [] : [invalidValue(`spec.ports[${index}].port`, number, 'must be between 1 and 65535, inclusive')];
  });
}

/** Fields that cannot be changed once set, by storage. */
const immutable: Readonly<Record<string, readonly string[]>> = {
  'apps/deployments': ['selector'],
  'apps/replicasets': ['selector'],
  'apps/daemonsets': ['selector'],
  'batch/jobs': ['selector', 'template', 'completionMode'],
  'rbac.authorization.k8s.io/rolebindings': ['roleRef'],
  'rbac.authorization.k8s.io/clusterrolebindings': ['roleRef'],
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

/** What the API holds against changing one object into another. */
export function validateChange(storage: string, previous: KubeObject, next: KubeObject): readonly StatusCause[] {
  const inSpec = !storage.startsWith('rbac');
  const before = inSpec ? asObject(previous['spec']) : previous;
  const after = inSpec ? asObject(next['spec']) : next;
  const prefix = inSpec ? 'spec.' : '';
  const causes = (immutable[storage] ?? [])
    .filter((field) => !isSameJson(before[field], after[field]))
    .map((field) => invalidValue(`${prefix}${field}`, after[field], 'field is immutable'));
  if (storage === '/pods') causes.push(...validatePodChange(before, after));
  if (storage === 'apps/statefulsets') {
    const changed = Object.keys({ ...before, ...after }).some(
      (field) => !mutableStatefulSetFields.has(field) && !isSameJson(before[field], after[field]),
    );
    if (changed) {
      causes.push({
        reason: 'FieldValueForbidden',
        message:
          "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
        field: 'spec',
      });
    }
  }
  return causes;
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
  return [
    {
      reason: 'FieldValueForbidden',
      message:
        'Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      field: 'spec',
    },
  ];
}
