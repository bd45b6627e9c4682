import { isJsonObject, type KubeObject, objectAt } from '@shipmate/domain/cluster/object';
import { pruneObject } from './prune-object.ts';

/**
 * Returns the fields of an object that a person or a controller sets, with keys in a fixed order: without `status`,
 * `metadata.generation`, `metadata.creationTimestamp` and the fields that {@link pruneObject} drops. Two responses for
 * the same object are then equal texts: servers order the keys of built-in kinds as their Go types do and those of
 * custom resources by name.
 */
export function toComparableObject(object: KubeObject): KubeObject {
  const { status: _, ...rest } = pruneObject(object);
  const { generation: __, creationTimestamp: ___, ...metadata } = objectAt(rest, 'metadata');
  return orderKeys({ ...rest, metadata }) as KubeObject;
}

/** The first keys of any object; the others follow by name. */
const firstKeys: readonly string[] = ['apiVersion', 'kind', 'name', 'metadata', 'spec'];

function orderKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(orderKeys);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).sort(compareKeys);
  return Object.fromEntries(keys.map((key) => [key, orderKeys(value[key])]));
}

function compareKeys(one: string, other: string): number {
  return rankOf(one) - rankOf(other) || (one < other ? -1 : 1);
}

function rankOf(key: string): number {
  const rank = firstKeys.indexOf(key);
  return rank === -1 ? firstKeys.length : rank;
}
