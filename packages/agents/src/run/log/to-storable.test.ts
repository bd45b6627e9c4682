import { expect, it } from 'vitest';
import { toStorable } from './to-storable.ts';

const cycle: { self?: unknown } = {};
cycle.self = cycle;

it.each([
  { name: 'a NUL character', value: { 'a\0': 'b\0c' }, stored: { 'a\uFFFD': 'b\uFFFDc' } },
  { name: 'an escaped escape', value: '\\u0000 \u0001', stored: '\\u0000 \u0001' },
  { name: 'a BigInt', value: { big: 10n ** 30n }, stored: { big: '1000000000000000000000000000000' } },
  { name: 'a cycle', value: cycle, stored: { self: '[circular]' } },
  { name: 'half of a surrogate pair', value: ['\uD83D', '\uDE80'], stored: ['\uD83D', '\uDE80'] },
  { name: 'nothing', value: undefined, stored: null },
])('toStorable converts $name', ({ value, stored }) => {
  expect(toStorable<unknown>(value)).toEqual(stored);
});
