import { expect, it } from 'vitest';
import { findRepeated } from './media-type.ts';

it.each([
  ['duplicate JSON fields', '{"a":1,"b":{"c":1,"c":2}}', ['duplicate field "b.c"']],
  ['an unterminated string', '"', []],
  ['an unterminated object', '{"a":1,"a":2', []],
  ['nothing', '', []],
])('findRepeated finds duplicate fields in %s', (_, text, fields) => {
  expect(findRepeated(Buffer.from(text), 'application/json')).toEqual(fields);
});
