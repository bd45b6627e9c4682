import { expect, it } from 'vitest';
import { placesOf, splitHunks, toAccepted } from './accepted-changes.ts';

const first = '@@ -1 +1 @@\n-a\r@@ -1 @@\n+A';
const files = [
  { path: 'a.ts', patch: `${first}\n@@ -9 +9 @@\n-@@ \n+B\n` },
  { path: 'b.png', patch: null },
];

it('splitHunks splits at line feeds only', () => {
  expect(splitHunks(files[0]?.patch ?? '')).toEqual([first, '@@ -9 +9 @@\n-@@ \n+B']);
  expect([...placesOf({ patch: null })]).toEqual([0]);
});

it('toAccepted names the accepted files and hunks, and all changes in one word', () => {
  expect(toAccepted(files, new Map([['a.ts', new Set()]]))).toBe('all');
  expect(toAccepted(files, new Map([['a.ts', new Set([0])]]))).toEqual([
    { path: 'a.ts', hunks: [1] },
    { path: 'b.png', hunks: 'all' },
  ]);
  const none = new Map([
    ['a.ts', new Set([0, 1])],
    ['b.png', new Set([0])],
  ]);
  expect(toAccepted(files, none)).toEqual([]);
});
