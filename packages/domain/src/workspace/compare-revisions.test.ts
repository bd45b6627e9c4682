import { expect, it } from 'vitest';
import { compareRevisions } from './compare-revisions.ts';
import type { WorkspaceFile } from './workspace-file.ts';

function file(id: string, path: string, content: string): WorkspaceFile {
  return { id, chartId: null, path, content, pending: null };
}

const older: readonly WorkspaceFile[] = [
  file('1', 'changed', 'old'),
  file('2', 'moved', 'same'),
  file('3', 'replaced', 'old'),
  file('4', 'removed', 'gone'),
  { ...file('5', 'same', 'same'), pending: { op: 'modify', content: 'pending' } },
  file('6', 'swapped-1', 'one'),
];
const newer: readonly WorkspaceFile[] = [
  file('1', 'changed', 'new'),
  file('2', 'a/moved', 'same'),
  file('9', 'replaced', 'new'),
  file('5', 'same', 'same'),
  file('7', 'added', 'here'),
  { ...file('8', 'pending', ''), pending: { op: 'create', content: 'x' } },
  file('6', 'swapped-2', 'one'),
  file('10', 'swapped-1', 'two'),
];

it('compareRevisions reports the change of each file, by path, whatever is pending', () => {
  expect(compareRevisions(older, newer)).toEqual([
    { change: 'renamed', path: 'a/moved', previousPath: 'moved', before: 'same', after: 'same' },
    { change: 'added', path: 'added', previousPath: null, before: null, after: 'here' },
    { change: 'modified', path: 'changed', previousPath: null, before: 'old', after: 'new' },
    { change: 'removed', path: 'removed', previousPath: null, before: 'gone', after: null },
    { change: 'modified', path: 'replaced', previousPath: null, before: 'old', after: 'new' },
    { change: 'added', path: 'swapped-1', previousPath: null, before: null, after: 'two' },
    { change: 'renamed', path: 'swapped-2', previousPath: 'swapped-1', before: 'one', after: 'one' },
  ]);
});

it('compareRevisions reports the reverse changes when the revisions are swapped', () => {
  const forth = compareRevisions(older, newer);
  const back = compareRevisions(newer, older);
  expect(back.map(({ change }) => change).toSorted()).toEqual(
    forth.map(({ change }) => ({ added: 'removed', removed: 'added' })[change as string] ?? change).toSorted(),
  );
});

it('compareRevisions finds no change between a revision and itself', () => {
  expect(compareRevisions(newer, newer)).toEqual([]);
});
