import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toReplacement } from './to-replacement.ts';

const text = fc
  .array(fc.constantFrom('', 'a', 'b', 'ab', '  a', 'a: 1', '\r'), { maxLength: 8 })
  .map((lines) => lines.join('\n'));

describe('toReplacement', () => {
  it('names a part that stands once and whose replacement gives the other text', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const replacement = toReplacement(before, after);
        if (!replacement) return before === after || before === '';
        const pieces = before.split(replacement.oldStr);
        return pieces.length === 2 && pieces.join(replacement.newStr) === after;
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes in as few lines as it can', () => {
    expect(toReplacement('a: 1\nb: 1\nc: 1\n', 'a: 1\nb: 2\nc: 1\n')).toEqual({ oldStr: 'b: 1', newStr: 'b: 2' });
  });
});
