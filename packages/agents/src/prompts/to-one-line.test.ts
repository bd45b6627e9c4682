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

it.each([
  ['Rename "total" to "sum"', 'Rename "total" to "sum"'],
  ['"total" is now “sum”', '"total" is now “sum”'],
  ['"total" and "sum"', '"total" and "sum"'],
  ['"Rename "total" to "sum""', 'Rename "total" to "sum"'],
  ['Title: “Rename ‘total’ to ‘sum’”', 'Rename ‘total’ to ‘sum’'],
  ["**Don't rename 'total'**", "Don't rename 'total'"],
  ["'Don't rename it'", "Don't rename it"],
  ['„Summe“ heißt «total»', '„Summe“ heißt «total»'],
  ['*Rename* it to _sum_', '*Rename* it to _sum_'],
  ['* Rename snake_case', 'Rename snake_case'],
  ['"Rename total', 'Rename total'],
  ['Rename total"', 'Rename total'],
  ['Say "" instead', 'Say "" instead'],
])('toOneLine removes quotes of %j only where they surround it', (text, line) => {
  expect(toOneLine(text, 60)).toBe(line);
});

it('toOneLine removes surrounding quotes in linear time', { timeout: 5_000 }, () => {
  expect(toOneLine(`${'"'.repeat(200_000)}sum${'"'.repeat(200_000)}`, 60)).toBe('sum');
});
