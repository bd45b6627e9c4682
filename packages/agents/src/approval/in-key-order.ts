/** A value that is written as JSON in one way, whatever the order in which a database gives its keys back; it gives none back for `undefined`. */
export function inKeyOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return ['list', value.map(inKeyOrder)];
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return ['object', entries.map(([key, entry]) => [key, inKeyOrder(entry)])];
}
