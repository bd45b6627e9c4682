/** A JSON object whose fields are read with {@link valueAt} and related functions. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

type Path = readonly (string | number)[];

/** Returns the value at a path; `undefined` if the path leads nowhere. Own fields only. */
export function valueAt(value: unknown, ...path: Path): unknown {
  return path.reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    return (at as Record<string | number, unknown>)[key];
  }, value);
}

/** Returns the entry of a table for a key that a cluster or a person named; inherited properties are none. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, key: string): Entry | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Returns the text at a path; numbers and booleans count as text. */
export function textAt(value: unknown, ...path: Path): string | undefined {
  const found = valueAt(value, ...path);
  if (typeof found === 'string') return found;
  return typeof found === 'number' || typeof found === 'boolean' ? String(found) : undefined;
}

/** Returns the number at a path, or 0. */
export function numberAt(value: unknown, ...path: Path): number {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? found : 0;
}

/** Returns the object at a path, or an empty one. */
export function objectAt(value: unknown, ...path: Path): JsonObject {
  const found = valueAt(value, ...path);
  return isJsonObject(found) ? found : {};
}

/** Returns the objects of the list at a path. */
export function objectsAt(value: unknown, ...path: Path): readonly JsonObject[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

/** Returns the texts of the list at a path. */
export function textsAt(value: unknown, ...path: Path): readonly string[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
}

/** Returns true for an object that is neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
