import { isObject, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { compareFields } from './compare-fields.ts';
import { type FieldSet, listFields } from './field-set.ts';
import type { ObjectType } from './object-type.ts';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** Fields that `kubectl apply` set on the side of the client and nobody changed since: to apply them again is no conflict. */
export function lastAppliedFields(live: KubeObject, type: ObjectType): FieldSet {
  const configuration = parse(live.metadata.annotations?.[annotation] ?? '');
  if (configuration?.['apiVersion'] !== live.apiVersion) return new Set();
  const { changed, removed } = compareFields(configuration, live, type);
  return listFields(configuration, type).difference(changed).difference(removed);
}

/** The object with what is applied as its last applied configuration, where it has had one. */
export function withLastApplied(object: KubeObject, configuration: JsonObject): KubeObject {
  const { metadata } = object;
  if (metadata.annotations?.[annotation] === undefined) return object;
  const annotations = { ...metadata.annotations, [annotation]: `${JSON.stringify(configuration)}\n` };
  return { ...object, metadata: { ...metadata, annotations } };
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
