import { isObject } from './json-value.ts';

/** A JSON value as Go prints it with `%v`: `map[a:1 b:[x y]]`, keys in order. */
export function formatGoValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(formatGoValue).join(' ')}]`;
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `map[${entries.map(([name, child]) => `${name}:${formatGoValue(child)}`).join(' ')}]`;
}
