import { expect, it } from 'vitest';
import { toOneLine } from './to-one-line.ts';

it.each([
  ['  Add Redis\n', 'Add Redis'],
  ['"Add Redis"', 'Add Redis'],
  ['**Title: Add Redis**', 'Add Redis'],
  ['# Add\n\n  Redis', 'Add Redis'],
  ['“Redis”', 'Redis'],
  ['Add redis as a dependency', 'Add redis as a…'],
  ['x'.repeat(30), `${'x'.repeat(15)}…`],
  [`${'x'.repeat(14)}🚀🚀`, `${'x'.repeat(14)}…`],
  ['""', ''],
  ['Add b "Notes"', 'Add b "Notes"'],
  ['"a" to "b"', '"a" to "b"'],
  ["# Find 'TODO'", "Find 'TODO'"],
  ["'Ada's redis'", "Ada's redis"],
])('toOneLine converts %j to one line', (text, line) => {
  expect(toOneLine(text, 16)).toBe(line);
});
