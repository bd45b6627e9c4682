import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxBracketDepth } from './max-bracket-depth.ts';

it.each([
  ['f(a[{}])', 3, 3],
  ['f(); g(); h()', 1, 1],
  ['f("((("); g', 1, 4],
  ["f('\\'((('); g", 1, 4],
  ['/* ((( */ f()', 1, 4],
  ['// (((\nf()', 1, 4],
  ['`((( ${f()} (((`; g()', 2, 9],
  ['`${`${a}`}`', 2, 2],
  ['a = b / (c)\nf()', 1, 1],
  ['a.replace(/[(]/, b)\nf()', 4, 4],
  ['a.replace(/"/, `(`)\nf()', 3, 3],
  ['(a=")"'.repeat(5), 5, 5],
  ['(a=/*)*/'.repeat(5), 5, 5],
  ['(a=/[)]/\n'.repeat(5), 10, 10],
  ['<!-- `\n(((', 3, 3],
  [')))(((', 3, 3],
  ['"unclosed (\n(', 1, 2],
])('maxBracketDepth of %j is at most %i, and %i where JSX is possible', (text, depth, withJsx) => {
  expect([maxBracketDepth(text, { jsx: false }), maxBracketDepth(text, { jsx: true })]).toEqual([depth, withJsx]);
});

it('maxBracketDepth is at most the number of brackets that open, so that few brackets need no scan', () => {
  const part = fc.constantFrom(
    '(',
    '[',
    '{',
    ')',
    ']',
    '}',
    '`',
    '${',
    '"',
    "'",
    '/',
    '/*',
    '*/',
    '\\',
    '<!--',
    '-->',
    '\n',
    'a',
    ' ',
  );
  const script = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(script, fc.boolean(), (text, jsx) => {
      expect(maxBracketDepth(text, { jsx })).toBeLessThanOrEqual(text.match(/[([{]/g)?.length ?? 0);
    }),
    { numRuns: 2_000 },
  );
});
