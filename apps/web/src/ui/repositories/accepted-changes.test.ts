import { expect, it } from 'vitest';
import { placesOf, splitHunks, toAccepted, toRejected } from './accepted-changes.ts';

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

it('toRejected returns what a stored review does not accept', () => {
  expect(toRejected(files, null)).toEqual(new Map());
  expect(toRejected(files, { accepted: 'all' })).toEqual(new Map());
  for (const accepted of [
    [{ path: 'a.ts', hunks: [1] }],
    [{ path: 'a.ts', hunks: 'all' as const }],
    [
      { path: 'a.ts', hunks: [0] },
      { path: 'b.png', hunks: 'all' as const },
    ],
  ]) {
    expect(toAccepted(files, toRejected(files, { accepted }))).toEqual(accepted);
  }
});
