import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDocument, renderDocument } from './text-document.ts';

it('renderDocument restores what parseDocument read, to the character', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '\r\n', '\uFEFF', '$', '😀') });
  fc.assert(
    fc.property(text, (content) => {
      expect(renderDocument(parseDocument(content))).toBe(content);
    }),
  );
});
