import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toReplacement } from './to-replacement.ts';

const text = fc
  .array(fc.constantFrom('', 'a', 'b', 'ab', '  a', 'a: 1', '\r'), { maxLength: 8 })
  .map((lines) => lines.join('\n'));

describe('toReplacement', () => {
  it('toReplacement returns a part that occurs once and whose replacement yields the other text', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after && before !== '');
        const { oldStr = '', newStr } = { ...toReplacement(before, after) };
        const pieces = oldStr === '' ? [] : before.split(oldStr);
        expect(pieces).toHaveLength(2);
        expect(pieces.join(newStr)).toBe(after);
      }),
      { numRuns: 1_000 },
    );
  });

  it('toReplacement replaces as few lines as possible', () => {
    expect(toReplacement('a: 1\nb: 1\nc: 1\n', 'a: 1\nb: 2\nc: 1\n')).toEqual({ oldStr: 'b: 1', newStr: 'b: 2' });
  });

  it.each([
    { name: 'equal texts', before: 'a', after: 'a' },
    { name: 'a file without a text', before: '', after: 'a' },
  ])('toReplacement returns undefined when the input is $name', ({ before, after }) => {
    expect(toReplacement(before, after)).toBeUndefined();
  });
});
