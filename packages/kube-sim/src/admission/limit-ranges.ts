import { forbidden } from '../errors/refusals.ts';
import { asArray, asObject, asString, isObject, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { parseQuantity } from '../object/quantity.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { setDefault } from './pod-defaults.ts';

/** Holds a new pod's containers to the limit ranges of its namespace, and gives them their defaults. @throws StatusError 403 */
export function applyLimitRanges(store: ObjectStore, pod: KubeObject): void {
  const ranges = store
    .list('/limitranges', pod.metadata.namespace)
    .flatMap((range) => asArray(asObject(range['spec'])['limits']).map(asObject));
  const spec = asObject(pod['spec']);
  for (const range of ranges.filter(({ type }) => type === 'Container')) {
    for (const container of [...asArray(spec['initContainers']), ...asArray(spec['containers'])].filter(isObject)) {
      applyDefaults(asObject(container['resources']), range);
      checkBounds(pod, asObject(container['resources']), range);
    }
  }
}

function applyDefaults(resources: JsonObject, range: JsonObject): void {
  setDefault(resources, 'limits', {});
  setDefault(resources, 'requests', {});
  const limits = asObject(resources['limits']);
  const requests = asObject(resources['requests']);
  for (const [name, value] of Object.entries(asObject(range['default']))) setDefault(limits, name, value);
  for (const [name, value] of Object.entries(asObject(range['defaultRequest'] ?? range['default'])))
    setDefault(requests, name, value);
}

function checkBounds(pod: KubeObject, resources: JsonObject, range: JsonObject): void {
  for (const [name, bound] of Object.entries(asObject(range['max']))) {
    const limit = asObject(resources['limits'])[name];
    if ((parseQuantity(limit) ?? 0) > (parseQuantity(bound) ?? Number.POSITIVE_INFINITY)) {
      const why = `maximum ${name} usage per Container is ${asString(bound)}, but limit is ${asString(limit)}`;
      throw forbidden({ group: '', plural: 'pods' }, pod.metadata.name, why);
    }
  }
  for (const [name, bound] of Object.entries(asObject(range['min']))) {
    const request = asObject(resources['requests'])[name];
    if ((parseQuantity(request) ?? 0) < (parseQuantity(bound) ?? 0)) {
      const why = `minimum ${name} usage per Container is ${asString(bound)}, but request is ${asString(request ?? '0')}`;
      throw forbidden({ group: '', plural: 'pods' }, pod.metadata.name, why);
    }
  }
}
