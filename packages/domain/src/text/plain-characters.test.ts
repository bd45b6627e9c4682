import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPlainCharacters } from './plain-characters.ts';

it('toPlainCharacters replaces typographic characters with plain ones', () => {
  expect(toPlainCharacters('“it’s” 1–2\u00A03 \u2212 4…')).toBe('"it\'s" 1-2 3 - 4…');
});

it('toPlainCharacters keeps every place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(toPlainCharacters(text)).toHaveLength(text.length);
    }),
  );
});
