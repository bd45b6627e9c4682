import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toJsonParts } from './json-parts.ts';

/** Values whose texts and lists are short, long, or of one part's length. */
const jsonValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.jsonValue({ maxDepth: 1 }),
    fc
      .tuple(fc.string({ unit: 'binary' }), fc.constantFrom(1, 8_000, 32_768))
      .map(([text, times]) => text.repeat(times)),
    fc.constantFrom(undefined, new Date(0), 1e21, Symbol('none')),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 5 }),
  ),
})).value;

it('toJsonParts writes JSON as JSON.stringify does', () => {
  fc.assert(
    fc.property(jsonValue, fc.constantFrom(0, 2), (value, indent) => {
      expect([...toJsonParts(value, indent)].join('') === (JSON.stringify(value, null, indent) ?? 'null')).toBe(true);
    }),
  );
});

it.each([
  ['a text', `"${'😀\n'.repeat(100_000)}`],
  ['a text after one character', `x${'😀'.repeat(100_000)}`],
  ['a list of texts', Array.from({ length: 100 }, () => 'x'.repeat(20_000))],
  ['a list of small values', Array.from({ length: 50_000 }, (_, index) => ({ index }))],
  ['an object of functions', Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [index, () => index]))],
  ['a list without entries', Array.from({ length: 40_000 })],
])('toJsonParts writes %s in short parts', (_, value) => {
  for (const indent of [0, 2]) {
    const parts = [...toJsonParts(value, indent)];
    expect(parts.join('') === JSON.stringify(value, null, indent)).toBe(true);
    // An escape is at most six characters long.
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(6 * 32_768 + 1);
  }
});

it('toJsonParts does not enumerate the indices of a list, which takes long for a long one', () => {
  let enumerated = 0;
  const list = new Proxy(
    Array.from({ length: 20_000 }, (_, index) => index),
    {
      ownKeys(target) {
        enumerated += 1;
        return Reflect.ownKeys(target);
      },
    },
  );
  expect([...toJsonParts({ list })].join('') === JSON.stringify({ list: [...list] })).toBe(true);
  expect(enumerated).toBe(0);
});
