import { toJsonText } from '@shipmate/core';

/**
 * A copy of a value that any JSON column can hold: what JSON cannot say is written as `toJsonText` does, and a NUL
 * character, which PostgreSQL has no text for, becomes U+FFFD.
 */
export function toStorable<Value>(value: Value): Value {
  const text = toJsonText(value).replace(/\\(?:u0000|.)/g, (escape) => (escape === '\\u0000' ? '\\ufffd' : escape));
  return JSON.parse(text) as Value;
}
