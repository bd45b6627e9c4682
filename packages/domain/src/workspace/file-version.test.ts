import { expect, it } from 'vitest';
import { digestOfVersions, versionOf } from './file-version.ts';
import type { PendingChange, WorkspaceFile } from './workspace-file.ts';

function file(path: string, content: string, pending: PendingChange | null = null): WorkspaceFile {
  return { id: 'id', chartId: null, path, content, pending };
}

const different: readonly WorkspaceFile[] = [
  file('a', ''),
  file('a', 'b'),
  file('a', 'c'),
  file('b', ''),
  file('ab', ''),
  file('a', '', { op: 'create', content: '' }),
  file('a', '', { op: 'create', content: 'b' }),
  file('a', '', { op: 'modify', content: 'b' }),
  file('a', 'b', { op: 'modify', content: '' }),
  file('a', 'b', { op: 'delete' }),
  file('a', 'b', { op: 'rename', path: 'c' }),
  file('a', 'b', { op: 'rename', path: 'c', content: '' }),
  file('a', 'b', { op: 'rename', path: 'c', content: 'b' }),
  file('a', 'b\n'),
  file('a', 'b\r\n'),
  file('a', 'b '),
];

it('versionOf differs when any part of a file differs', () => {
  expect(new Set(different.map(versionOf)).size).toBe(different.length);
});

it('versionOf is equal for equal files, whatever the object and its id', () => {
  for (const { path, content, pending } of different) {
    const copy = pending && Object.fromEntries(Object.entries(pending).toReversed());
    expect(versionOf({ id: 'other', chartId: 'chart', path, content, pending: copy as PendingChange | null })).toBe(
      versionOf(file(path, content, pending)),
    );
  }
});

it('versionOf is stable, since open pages keep it', () => {
  expect(versionOf(file('values.yaml', 'replicas: 1\n', { op: 'modify', content: 'replicas: 2\n' }))).toMatch(
    /^[0-9a-f]{16}$/,
  );
});

it('versionOf tells apart a million characters that differ in one', () => {
  const text = 'key: value\n'.repeat(100_000);
  const versions = [0, 500_000, text.length - 1].map((at) =>
    versionOf(file('a', `${text.slice(0, at)}#${text.slice(at + 1)}`)),
  );
  expect(new Set([...versions, versionOf(file('a', text))]).size).toBe(4);
});

it('digestOfVersions tells versions of files apart, whatever their order', () => {
  const digest = digestOfVersions([
    ['a', '1'],
    ['b', '2'],
  ]);
  expect(
    digestOfVersions(
      new Map([
        ['b', '2'],
        ['a', '1'],
      ]),
    ),
  ).toBe(digest);
  expect(
    digestOfVersions([
      ['a', '2'],
      ['b', '1'],
    ]),
  ).not.toBe(digest);
  expect(digestOfVersions([['a', '1']])).not.toBe(digest);
  expect(digestOfVersions([])).not.toBe(digest);
});
