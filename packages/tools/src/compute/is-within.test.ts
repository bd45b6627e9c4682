import { expect, it } from 'vitest';
import { isWithin } from './is-within.ts';

it.each([
  ['a text', 'abc', 4],
  ['an object', { ab: 'cd' }, 6],
  ['a list', ['ab', 'cd'], 9],
  ['a map', new Map([['ab', 'cd']]), 10],
  ['nothing', undefined, 1],
])('isWithin counts the characters, keys and values of %s', (_, value, size) => {
  expect([isWithin(value, size), isWithin(value, size - 1)]).toEqual([true, false]);
});

it('isWithin opens no more than the limit of a large value', () => {
  let read = 0;
  const fields = Array.from({ length: 1_000 }, (_, index) => [
    `key${index}`,
    { enumerable: true, get: () => (read += 1) },
  ]);
  const large = Object.defineProperties({}, Object.fromEntries(fields) as PropertyDescriptorMap);
  expect(isWithin(large, 100)).toBe(false);
  expect(read).toBeLessThan(100);
});
