import { expect, test } from 'vitest';
import { integer } from './der.ts';

test.each([
  [[0x01], '020101'],
  [[0x80], '02020080'],
  [[0x00, 0x01], '020101'],
  [[0x00, 0x80], '02020080'],
  [[0x00, 0x00], '020100'],
])('%j is encoded as an integer in the fewest bytes', (bytes, encoded) => {
  expect(integer(Buffer.from(bytes)).toString('hex')).toBe(encoded);
});
