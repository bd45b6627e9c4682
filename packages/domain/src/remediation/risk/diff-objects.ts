import { isJsonObject, type JsonObject } from '../../cluster/object/read-value.ts';
import { type FieldPath, toItemStep } from './field-path.ts';
import { itemsByKey, orderedLists } from './list-keys.ts';

/** A difference between two versions of an object. An added or removed subtree is one difference, at its root. */
export interface FieldChange {
  readonly operation: 'added' | 'removed' | 'changed' | 'reordered';
  readonly path: FieldPath;
  /** `undefined` for an added field. */
  readonly before: unknown;
  /** `undefined` for a removed field. */
  readonly after: unknown;
}

/** Below this depth, values are compared as a whole; no field of a built-in kind is that deep. */
export const maxDepth = 40;

/** Lists the differences between two versions of an object. Null and an empty list count as an absent field. */
export function diffObjects(before: JsonObject, after: JsonObject): readonly FieldChange[] {
  const changes: FieldChange[] = [];

  function compare(path: FieldPath, old: unknown, fresh: unknown): void {
    const [isOld, isFresh] = [isPresent(old), isPresent(fresh)];
    if (!isOld && !isFresh) return;
    if (!isOld) changes.push({ operation: 'added', path, before: undefined, after: fresh });
    else if (!isFresh) changes.push({ operation: 'removed', path, before: old, after: undefined });
    else if (!compareParts(path, old, fresh) && !isSame(old, fresh)) {
      changes.push({ operation: 'changed', path, before: old, after: fresh });
    }
  }

  /** Compares two values part by part; false for values that have no parts in common. */
  function compareParts(path: FieldPath, old: unknown, fresh: unknown): boolean {
    if (path.length >= maxDepth) return false;
    const [oldParts, freshParts] = [partsOf(path, old), partsOf(path, fresh)];
    if (oldParts === undefined || freshParts === undefined || Array.isArray(old) !== Array.isArray(fresh)) return false;
    for (const step of new Set([...oldParts.keys(), ...freshParts.keys()])) {
      compare([...path, step], oldParts.get(step), freshParts.get(step));
    }
    if (orderedLists.has(path.at(-1) ?? '') && !isSameOrder(oldParts, freshParts)) {
      changes.push({ operation: 'reordered', path, before: old, after: fresh });
    }
    return true;
  }

  compare([], before, after);
  return changes;
}

/**
 * Returns the parts of a map or of a keyed list, by step; `undefined` for a value that is compared as a
 * whole.
 */
export function partsOf(path: FieldPath, value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (isJsonObject(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value)) return undefined;
  const items = itemsByKey(path.at(-1), value);
  return items && new Map([...items].map(([key, item]) => [toItemStep(key), item]));
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function isSameOrder(old: ReadonlyMap<string, unknown>, fresh: ReadonlyMap<string, unknown>): boolean {
  const kept = [...old.keys()].filter((key) => fresh.has(key));
  const keptNow = [...fresh.keys()].filter((key) => old.has(key));
  return kept.every((key, index) => key === keptNow[index]);
}

function isSame(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (depth > maxDepth) return false;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index], depth + 1));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => {
    const [old, fresh] = [one[key], other[key]];
    return isPresent(old) === isPresent(fresh) && (!isPresent(old) || isSame(old, fresh, depth + 1));
  });
}
