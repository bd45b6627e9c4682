/**
 * Converts a value to a form with a single JSON text, independent of the key order that a database returns; it drops
 * `undefined`, as a database does.
 */
export function inKeyOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return ['list', value.map(inKeyOrder)];
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return ['object', entries.map(([key, entry]) => [key, inKeyOrder(entry)])];
}
