import type { FileView } from '@shipmate/protocol/web/workspace';
import { expect, it } from 'vitest';
import { buildFileTree, findNode, type TreeNode } from './build-file-tree.ts';
import { findLost, folderOf, toDeletions, toMoves, toTreeActions, toTreeOperation } from './tree-operation.ts';

function file(path: string, pending: Partial<FileView> = {}): FileView {
  return {
    id: path,
    chartId: null,
    path,
    content: '',
    contentPending: null,
    pendingOp: null,
    pendingPath: null,
    additions: 0,
    deletions: 0,
    bytes: 0,
    acceptedVersion: null,
    version: `version of ${path}`,
    hunks: [],
    ...pending,
  };
}

const tree = buildFileTree([
  file('Chart.yaml'),
  file('templates/a.yaml'),
  file('templates/sub/b.yaml', { pendingOp: 'modify', contentPending: 'x' }),
  file('c.yaml', { pendingOp: 'rename', pendingPath: 'templates/c.yaml', contentPending: '' }),
  file('templates/gone.yaml', { pendingOp: 'delete' }),
]);

function at(wanted: string): TreeNode {
  const node = findNode(tree, ({ path }) => path === wanted);
  if (!node) throw new Error(`There is no ${wanted}.`);
  return node;
}

it('toMoves moves a folder by its files at their accepted or pending paths, without those pending deletion', () => {
  expect(toMoves(at('templates'), 'web/t')).toEqual([
    { from: 'templates/sub/b.yaml', to: 'web/t/sub/b.yaml', version: 'version of templates/sub/b.yaml' },
    { from: 'templates/a.yaml', to: 'web/t/a.yaml', version: 'version of templates/a.yaml' },
    { from: 'c.yaml', to: 'web/t/c.yaml', version: 'version of c.yaml' },
  ]);
  expect(toMoves(at('Chart.yaml'), 'x/Chart.yaml')).toEqual([
    { from: 'Chart.yaml', to: 'x/Chart.yaml', version: 'version of Chart.yaml' },
  ]);
});

it('toDeletions deletes a folder by its files, and findLost lists the changes that are lost', () => {
  expect(toDeletions(at('templates')).map(({ path }) => path)).toEqual([
    'templates/sub/b.yaml',
    'templates/a.yaml',
    'c.yaml',
  ]);
  expect(findLost(at('templates')).map(({ path }) => path)).toEqual(['templates/sub/b.yaml', 'c.yaml']);
  expect(findLost(at('Chart.yaml'))).toEqual([]);
});

it.each([
  ['Chart.yaml', ['New file…', 'Rename…', 'Delete…']],
  ['templates/a.yaml', ['New file in templates…', 'Rename…', 'Delete…']],
  ['templates/gone.yaml', ['New file in templates…', 'Reject change…']],
  ['templates/sub', ['New file in templates/sub…', 'Rename…', 'Delete…', 'Reject 1 change…']],
  ['templates', ['New file in templates…', 'Rename…', 'Delete…', 'Reject 3 changes…']],
])('toTreeActions offers for %s %o', (path, labels) => {
  expect(toTreeActions(at(path)).map(({ label }) => label)).toEqual(labels);
});

it.each([
  ['F2', 'Chart.yaml', 'rename'],
  ['Delete', 'templates', 'delete'],
  ['Delete', 'templates/gone.yaml', undefined],
  ['a', 'Chart.yaml', undefined],
])('toTreeOperation maps %s on %s to %s', (key, path, kind) => {
  expect(toTreeOperation(key, at(path))?.kind).toBe(kind);
});

it.each([
  ['Chart.yaml', ''],
  ['templates/sub/b.yaml', 'templates/sub'],
  ['templates/sub', 'templates/sub'],
])('folderOf %s returns "%s"', (path, folder) => {
  expect(folderOf(at(path))).toBe(folder);
});
