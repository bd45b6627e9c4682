import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPlainCharacters } from './plain-characters.ts';

it('puts plain characters in place of typographic ones', () => {
  expect(toPlainCharacters('“it’s” 1–2\u00A03 \u2212 4…')).toBe('"it\'s" 1-2 3 - 4…');
});

it('keeps every place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(toPlainCharacters(text)).toHaveLength(text.length);
    }),
  );
});
