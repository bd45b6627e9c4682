import { toJsonText } from '@shipmate/core';

/**
 * Copies a value for a JSON column: values that JSON cannot represent are converted as `toJsonText` does, and a NUL
 * character, which PostgreSQL text cannot hold, becomes U+FFFD.
 */
export function toStorable<Value>(value: Value): Value {
  const text = toJsonText(value).replace(/\\(?:u0000|.)/g, (escape) => (escape === '\\u0000' ? '\\ufffd' : escape));
  return JSON.parse(text) as Value;
}
