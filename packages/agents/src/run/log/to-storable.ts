import { toJsonText } from '@shipmate/core';

/**
 * Copies a value for a JSON column: values that JSON cannot represent are converted as `toJsonText` does, and a NUL
 * character, which PostgreSQL text cannot hold, becomes U+FFFD.
 */
export function toStorable<Value>(value: Value): Value {
  const copy = copyPlain(value, 0);
  if (copy !== notPlain) return copy as Value;
  const text = toJsonText(value).replace(/\\(?:u0000|.)/g, (escape) => (escape === '\\u0000' ? '\\ufffd' : escape));
  return JSON.parse(text) as Value;
}

/** A value that is nested deeper is converted through its JSON. */
const deepest = 32;

const notPlain = Symbol('not plain');

/** Copies a value of plain objects, lists and scalars; long texts are shared, so it takes a fraction of the time of JSON. */
function copyPlain(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return toStorableString(value);
  // JSON has no negative zero.
  if (typeof value === 'number') return Number.isFinite(value) ? value || 0 : null;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || depth === deepest) return notPlain;
  if (Array.isArray(value)) return copyList(value, depth);
  if (Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) return notPlain;
  const entries: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined) continue;
    const copy = copyPlain(entry, depth + 1);
    if (copy === notPlain) return notPlain;
    entries.push([toStorableString(key), copy]);
  }
  return Object.fromEntries(entries);
}

function copyList(list: readonly unknown[], depth: number): unknown {
  const copies: unknown[] = [];
  for (const entry of list) {
    const copy = entry === undefined ? null : copyPlain(entry, depth + 1);
    if (copy === notPlain) return notPlain;
    copies.push(copy);
  }
  return copies;
}

function toStorableString(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}
