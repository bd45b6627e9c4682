/** A JSON object of unknown content. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object, and neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value where it is an object, else an empty one. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value where it is an array, else an empty one. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The value where it is a string, else an empty one. */
export function asString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value below a path of names, if all of its parents are objects. */
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

/** Whether two JSON values are the same, whatever the order of their fields. */
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

/** A text, number or truth value as text, else the fallback. */
export function toText(value: unknown, fallback = ''): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : fallback;
}

/** A copy without some fields. */
export function omit<T extends object>(value: T, ...names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as keyof T))) as Partial<T>;
}

/** The type of a JSON value as Go's decoder names it. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
