import { asArray, asObject, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ResourceDefinition } from '../../resources/resource-definition.ts';
import { toLabelTest } from '../../selectors/selectors.ts';
import type { ObjectStore } from '../../store/object-store.ts';

/** A write that webhooks may intercept. */
export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly definition: ResourceDefinition;
  readonly subresource?: string | undefined;
  /** The object after the write; for DELETE, the deleted object. */
  readonly object: KubeObject;
  readonly previous?: KubeObject | undefined;
  readonly dryRun: boolean;
  readonly warn?: ((text: string) => void) | undefined;
}

/** Tests whether a webhook matches a write; CEL conditions count as true. */
export function matchesWrite(store: ObjectStore, webhook: JsonObject, request: AdmissionRequest): boolean {
  const { namespaceSelector, objectSelector } = webhook;
  const { object, previous } = request;
  return (
    asArray(webhook['rules']).some((rule) => fitsRule(asObject(rule), request)) &&
    fitsNamespace(store, namespaceSelector ?? {}, request) &&
    [object, previous].some((each) => each && toLabelTest(objectSelector ?? {})(each.metadata.labels ?? {}))
  );
}

function fitsRule(rule: JsonObject, { operation, definition, subresource }: AdmissionRequest): boolean {
  const { group, plural, namespaced } = definition;
  const { scope = '*' } = rule;
  const resources =
    subresource === undefined
      ? [plural, '*', '*/*']
      : [`${plural}/${subresource}`, `${plural}/*`, `*/${subresource}`, '*/*'];
  return (
    includesAny(rule['operations'], [operation, '*']) &&
    includesAny(rule['apiGroups'], [group, '*']) &&
    includesAny(rule['resources'], resources) &&
    (scope === '*' || (scope === 'Namespaced') === namespaced)
  );
}

function includesAny(list: unknown, wanted: readonly string[]): boolean {
  return asArray(list).some((each) => wanted.includes(String(each)));
}

/** Cluster-scoped objects always match; a namespace matches by its own labels. */
function fitsNamespace(store: ObjectStore, selector: unknown, { definition, object }: AdmissionRequest): boolean {
  const isNamespace = definition.storage === '/namespaces';
  if (!definition.namespaced && !isNamespace) return true;
  const namespace = isNamespace ? object : store.get('/namespaces', { name: object.metadata.namespace ?? '' });
  return toLabelTest(selector)(namespace?.metadata.labels ?? {});
}
