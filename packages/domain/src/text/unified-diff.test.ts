import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toLineBlocks } from './line-blocks.ts';
import { compareTexts, countChangedLines, toUnifiedDiff } from './unified-diff.ts';

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

it.each([
  ['a line after an empty one', '\na\n', '\nb\n', '@@ -1,2 +1,2 @@\n \n-a\n+b\n'],
  ['a line that occurs again after it', 'a\na\n\n\n\nba', '\na\n\n\n\nba', '@@ -1,5 +1,5 @@\n+\n a\n-a\n \n \n \n'],
  [
    'a line that occurs again before the last line',
    'a\na\n\n\nba',
    '\na\n\n\nba',
    '@@ -1,5 +1,5 @@\n+\n a\n-a\n \n \n ba\n\\ No newline at end of file\n',
  ],
  [
    'one of several equal lines at the end',
    '\nb\naba\nbb\n\n\n\n\n',
    '\nb\naba\n\n\n\n\n\n',
    '@@ -1,8 +1,8 @@\n \n b\n aba\n-bb\n \n \n \n+\n \n',
  ],
  [
    'lines that repeat up to the end',
    'a\n\nb\n\nb\n\nb\n\nb\n',
    'a\n\n\nb\n\nb\n',
    '@@ -1,9 +1,6 @@\n a\n \n-b\n \n b\n \n b\n-\n-b\n',
  ],
  [
    'two lines before equal ones',
    'ab\nab\nb\nb\n\n\na\n',
    'b\nab\nb\nb\n\n\na\n',
    '@@ -1,5 +1,5 @@\n+b\n ab\n-ab\n b\n b\n \n',
  ],
])('toUnifiedDiff shows a change of %s', (...[, before, after, diff]) => {
  const found = toUnifiedDiff(before, after);
  expect(applyPatch(before, found)).toBe(after);
  expect(found).toBe(diff);
});

it.each([
  ['lines like those before them', 'a\n'.repeat(10), 'a\n'.repeat(20)],
  ['every character', 'a\n'.repeat(8), '\nb'.repeat(8)],
])('toUnifiedDiff shows an applicable change of %s', (...[, before, after]) => {
  expect(applyPatch(before, toUnifiedDiff(before, after))).toBe(after);
});

it('toLineBlocks joins the lines that a change removes and adds', () => {
  expect(toLineBlocks('a\nb\nc\nd\n', 'a\nx\nc\ny\n').map(({ before, after }) => [before, after])).toEqual([
    ['a\n', 'a\n'],
    ['b\n', 'x\n'],
    ['c\n', 'c\n'],
    ['d\n', 'y\n'],
  ]);
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

it.each([
  ['a\nb\n', 'a\nc\n', { additions: 1, deletions: 1, diff: '@@ -1,2 +1,2 @@\n a\n-b\n+c\n' }],
  ['a\n', 'a\n', { additions: 0, deletions: 0, diff: '' }],
])('compareTexts counts the changed lines of %j and %j and shows their difference', (before, after, expected) => {
  expect(compareTexts({ before, after })).toEqual(expected);
});
