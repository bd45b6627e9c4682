import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countChangedLines, toUnifiedDiff } from './unified-diff.ts';

const manyLines = (prefix: string) => Array.from({ length: 2_500 }, (_, index) => `${prefix}${index}\n`).join('');

it.each([
  { name: 'nothing', before: 'a\n', after: 'a\n', count: [0, 0] },
  { name: 'a changed line', before: 'a\nb\nc\n', after: 'a\nx\nc\n', count: [1, 1] },
  { name: 'a new file', before: '', after: 'a\nb\n', count: [2, 0] },
  { name: 'an emptied file', before: 'a\nb\n', after: '', count: [0, 2] },
  { name: 'a final newline', before: 'a', after: 'a\n', count: [1, 1] },
  { name: 'a text that differs throughout', before: manyLines('a'), after: manyLines('b'), count: [2_500, 2_500] },
])('countChangedLines counts the lines of $name', ({ before, after, count: [additions, deletions] }) => {
  expect(countChangedLines(before, after)).toEqual({ additions, deletions });
});

it('toUnifiedDiff returns hunks without a header', () => {
  expect(toUnifiedDiff('a\nb\n', 'a\nc\n')).toBe('@@ -1,2 +1,2 @@\n a\n-b\n+c\n');
});

it('toUnifiedDiff numbers lines from the start of the text', () => {
  const text = manyLines('a');
  expect(toUnifiedDiff(text, text.replace('a1000\n', 'b\n'))).toBe(
    '@@ -998,7 +998,7 @@\n a997\n a998\n a999\n-a1000\n+b\n a1001\n a1002\n a1003\n',
  );
});

it('toUnifiedDiff returns a patch that turns one text into the other', () => {
  const text = fc
    .array(fc.tuple(fc.constantFrom('a', 'b', ''), fc.constantFrom('\n', '\n', '\n', '')))
    .map((lines) => lines.flat().join(''));
  fc.assert(
    fc.property(fc.tuple(text, text, text, text), ([start, before, after, end]) => {
      const [left, right] = [start + before + end, start + after + end];
      expect(applyPatch(left, toUnifiedDiff(left, right))).toBe(right);
    }),
  );
});
