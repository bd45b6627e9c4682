import { expect, it } from 'vitest';
import { findRepeated } from './media-type.ts';

it.each([
  ['fields that JSON names twice', '{"a":1,"b":{"c":1,"c":2}}', ['duplicate field "b.c"']],
  ['a string without end', '"', []],
  ['an object without end', '{"a":1,"a":2', []],
  ['nothing', '', []],
])('findRepeated of %s', (_, text, fields) => {
  expect(findRepeated(Buffer.from(text), 'application/json')).toEqual(fields);
});
