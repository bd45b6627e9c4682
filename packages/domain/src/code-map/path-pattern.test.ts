import { expect, it } from 'vitest';
import { toPathExpression } from './path-pattern.ts';

const isMatch = (pattern: string, path: string): boolean => new RegExp(toPathExpression(pattern)).test(path);

it.each([
  ['src/**', 'src/a/b.ts', true],
  ['src/**', 'src/.env', true],
  ['src/**', 'lib/src/a.ts', false],
  ['**/b.ts', 'b.ts', true],
  ['**/b.ts', 'a/x/b.ts', true],
  ['**/b.ts', 'a/xb.ts', false],
  ['a/**/b.ts', 'a/b.ts', true],
  ['a**/b.ts', 'ax/y/b.ts', true],
  ['*.ts', 'a.ts', true],
  ['*.ts', 'a/b.ts', false],
  ['*.ts', 'abts', false],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['./a.{ts,js}', 'a.js', true],
  ['a.{ts,js}', 'a.css', false],
  ['a,b', 'a,b', true],
  ['a{b', 'a{b', true],
  ['a}b', 'a}b', true],
  ['größe/日本(1).md', 'größe/日本(1).md', true],
  ['+(a|b)', 'a', false],
])('toPathExpression(%j) against %j is %s', (pattern, path, expected) => {
  expect(isMatch(pattern, path)).toBe(expected);
});

it('toPathExpression refuses a pattern of more than 200 characters', () => {
  expect(() => toPathExpression('*'.repeat(201))).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
});
