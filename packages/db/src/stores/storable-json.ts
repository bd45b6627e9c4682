import type { JsonValue } from '@shipmate/core';

/** Makes a value storable as `jsonb`: each NUL and lone surrogate of its texts and keys becomes U+FFFD. */
export function storableJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: JsonValue) => storableJson(each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [storable(key), storableJson(each)]));
}

function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
