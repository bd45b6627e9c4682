/** A JSON object of unknown shape. */
export type JsonObject = Record<string, unknown>;

/** Tests for a JSON object; null and arrays are none. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is an array, else an empty array. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The value if it is a string, else an empty string. */
export function asString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value at a path of names; undefined unless all parents are objects. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Sets a field as data, so that `__proto__` is a name like any other. */
export function setField(target: JsonObject, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Compares JSON values, ignoring the order of fields. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSameJson(item, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(left[name], right[name]))
  );
}

/** Converts a string, number or boolean to a string; other values give the fallback. */
export function scalarToText(value: unknown, fallback = ''): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : fallback;
}

/** Copies an object without some fields. */
export function omit<T extends object>(value: T, ...names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as keyof T))) as Partial<T>;
}

/** The type of a JSON value as Go's decoder names it. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
