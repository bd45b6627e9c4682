/** A place where an answer differs from the recorded one. */
export interface Difference {
  /** Such as `status`, `header warning`, `body.metadata.name`, `order body.metadata`, `after.spec`. */
  readonly place: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Compares two JSON values deeply, including the order of fields. */
export function compareValues(place: string, expected: unknown, actual: unknown): readonly Difference[] {
  if (Array.isArray(expected) && Array.isArray(actual)) return compareArrays(place, expected, actual);
  if (isObject(expected) && isObject(actual)) return compareObjects(place, expected, actual);
  return Object.is(expected, actual) ? [] : [{ place, expected, actual }];
}

function compareArrays(place: string, expected: readonly unknown[], actual: readonly unknown[]): readonly Difference[] {
  const shared = Math.min(expected.length, actual.length);
  const items = expected.slice(0, shared).flatMap((item, index) => compareValues(`${place}[]`, item, actual[index]));
  if (expected.length === actual.length) return items;
  return [...items, { place: `${place}.length`, expected: expected.slice(shared), actual: actual.slice(shared) }];
}

function compareObjects(
  place: string,
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
): readonly Difference[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  const fields = [...names].flatMap((name) => compareValues(`${place}.${name}`, expected[name], actual[name]));
  const wanted = Object.keys(expected).filter((name) => Object.hasOwn(actual, name));
  const found = Object.keys(actual).filter((name) => Object.hasOwn(expected, name));
  const isOrdered = wanted.every((name, index) => found[index] === name);
  return isOrdered ? fields : [...fields, { place: `order ${place}`, expected: wanted, actual: found }];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
