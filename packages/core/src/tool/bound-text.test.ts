import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundText, sliceCharacters, smallestTextBound } from './bound-text.ts';

it('boundText returns a text that fits unchanged', () => {
  expect(boundText('x'.repeat(300), 300)).toBe('x'.repeat(300));
});

it.each([
  ['after the first pair of surrogates', 'a\u{10000}b', 2, 'b'],
  ['after the last low surrogate', 'a\u{103ff}b', 2, 'b'],
  ['before a low surrogate without its half', '\udc00b', 0, '\udc00b'],
])('sliceCharacters begins %s', (...row) => {
  const [, text, start, slice] = row;
  expect(sliceCharacters(text, start, text.length)).toBe(slice);
});

it('boundText names the number of characters that it left out between head and tail', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\u{1f6a2}'), maxLength: 1000, size: 'max' });
  fc.assert(
    fc.property(text, fc.integer({ min: smallestTextBound, max: 600 }), (whole, maxChars) => {
      const bounded = boundText(whole, maxChars);
      expect(bounded.length).toBeLessThanOrEqual(maxChars);
      expect(bounded.isWellFormed()).toBe(true);
      if (whole.length <= maxChars) return;
      const [, head = '', left, total, tail = ''] =
        /^([^]*)\n\[… (\d+) of (\d+) characters left out here; [^\]]*\]\n([^]*)$/.exec(bounded) ?? [];
      expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
      expect([Number(total), head.length + Number(left) + tail.length]).toEqual([whole.length, whole.length]);
    }),
  );
});
