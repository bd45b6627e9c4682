import { toJsonText } from '@shipmate/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toStorable } from './to-storable.ts';

const cycle: { self?: unknown } = {};
cycle.self = cycle;

it.each([
  { name: 'a NUL character', value: { 'a\0': 'b\0c' }, stored: { 'a\uFFFD': 'b\uFFFDc' } },
  { name: 'an escaped escape', value: '\\u0000 \u0001', stored: '\\u0000 \u0001' },
  { name: 'a BigInt', value: { big: 10n ** 30n }, stored: { big: '1000000000000000000000000000000' } },
  { name: 'a negative zero', value: [-0], stored: [0] },
  { name: 'a cycle', value: cycle, stored: { self: '[circular]' } },
  { name: 'half of a surrogate pair', value: ['\uD83D', '\uDE80'], stored: ['\uD83D', '\uDE80'] },
  { name: 'nothing', value: undefined, stored: null },
])('toStorable converts $name', ({ value, stored }) => {
  expect(toStorable<unknown>(value)).toEqual(stored);
});

it('toStorable returns what JSON returns, for any value without a NUL character', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }), (value) => {
      const text = toJsonText(value);
      fc.pre(!text.includes('u0000'));
      expect(toStorable(value)).toEqual(JSON.parse(text));
    }),
  );
});

it('toStorable copies, so that a later change of the value is not stored', () => {
  const value = { list: [1] };
  const stored = toStorable(value);
  value.list.push(2);
  expect(stored).toEqual({ list: [1] });
});
