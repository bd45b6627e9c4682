/** A JSON object whose fields are read with {@link valueAt} and its kin. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

type Path = readonly (string | number)[];

/** What stands at a path; `undefined` where the path leads nowhere. Own fields only. */
export function valueAt(value: unknown, ...path: Path): unknown {
  return path.reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    return (at as Record<string | number, unknown>)[key];
  }, value);
}

/** The text at a path; numbers and booleans count as text. */
export function textAt(value: unknown, ...path: Path): string | undefined {
  const found = valueAt(value, ...path);
  if (typeof found === 'string') return found;
  return typeof found === 'number' || typeof found === 'boolean' ? String(found) : undefined;
}

/** The number at a path, or 0. */
export function numberAt(value: unknown, ...path: Path): number {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? found : 0;
}

/** The object at a path, or an empty one. */
export function objectAt(value: unknown, ...path: Path): JsonObject {
  const found = valueAt(value, ...path);
  return isJsonObject(found) ? found : {};
}

/** The objects of the list at a path. */
export function objectsAt(value: unknown, ...path: Path): readonly JsonObject[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

/** The texts of the list at a path. */
export function textsAt(value: unknown, ...path: Path): readonly string[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
