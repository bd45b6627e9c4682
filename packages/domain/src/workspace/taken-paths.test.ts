import { expect, it } from 'vitest';
import { toTakenPaths } from './taken-paths.ts';
import type { PendingChange, WorkspaceFile } from './workspace-file.ts';

function file(path: string, pending: PendingChange | null = null): WorkspaceFile {
  return { id: path, chartId: null, path, content: '', pending };
}

const files = [file('a'), file('b/c/d'), file('e', { op: 'delete' }), file('f', { op: 'rename', path: 'g/h' })];

it.each([
  ['a', 'a'],
  ['a/x', 'a'],
  ['b', 'b/c/d'],
  ['b/c', 'b/c/d'],
  ['b/c/d/e/f', 'b/c/d'],
  ['e', 'e'],
  ['f', 'f'],
  ['g', 'g/h'],
  ['g/h', 'g/h'],
  ['b/x', undefined],
  ['A', 'a'],
  ['B/c', 'b/c/d'],
  ['G/H/i', 'g/h'],
  ['B/x', undefined],
  ['g/hh', undefined],
])('TakenPaths.find returns for %s the path that takes it: %s', (path, other) => {
  expect(toTakenPaths(files).find(path)).toBe(other);
});

it('TakenPaths releases the paths of a file and takes them again', () => {
  const taken = toTakenPaths(files);
  const moved = file('f', { op: 'rename', path: 'g/h' });
  taken.remove(moved);
  expect(['f', 'g', 'g/h'].map((path) => taken.find(path))).toEqual([undefined, undefined, undefined]);
  taken.add(moved);
  expect(taken.find('g')).toBe('g/h');
});
