import type { FileView } from '@shipmate/protocol/web/workspace';
import { describe, expect, test } from 'vitest';
import { buildFileTree, filesInOrder, toRows } from './build-file-tree.ts';
import { toTreeMove } from './tree-navigation.ts';

const file = (path: string, change: Partial<FileView> = {}): FileView => ({
  id: path,
  chartId: null,
  path,
  content: '',
  contentPending: null,
  pendingOp: null,
  pendingPath: null,
  additions: 0,
  deletions: 0,
  version: '',
  bytes: 0,
  acceptedVersion: null,
  hunks: [],
  ...change,
});
const tree = buildFileTree([
  file('values.yaml'),
  file('templates/service.yaml'),
  file('Chart.yaml'),
  file('charts/redis/Chart.yaml'),
  file('templates/tests/ping.yaml'),
]);
const lines = (collapsed: readonly string[] = []) =>
  toRows(tree, new Set(collapsed)).map(
    ({ node, level, position, siblings }) => `${level} ${position}/${siblings} ${node.path}`,
  );

describe('toRows', () => {
  test('puts folders first, then files, each by name', () => {
    expect(lines()).toEqual([
      '1 1/4 charts',
      '2 1/1 charts/redis',
      '3 1/1 charts/redis/Chart.yaml',
      '1 2/4 templates',
      '2 1/2 templates/tests',
      '3 1/1 templates/tests/ping.yaml',
      '2 2/2 templates/service.yaml',
      '1 3/4 Chart.yaml',
      '1 4/4 values.yaml',
    ]);
  });

  test('omits the children of a collapsed folder', () => {
    expect(lines(['charts', 'templates/tests'])).toEqual([
      '1 1/4 charts',
      '1 2/4 templates',
      '2 1/2 templates/tests',
      '2 2/2 templates/service.yaml',
      '1 3/4 Chart.yaml',
      '1 4/4 values.yaml',
    ]);
  });

  test('places a renamed file at its new path', () => {
    const moved = buildFileTree([file('values.yaml', { pendingOp: 'rename', pendingPath: 'env/prod.yaml' })]);
    expect(toRows(moved, new Set()).map(({ node }) => node.path)).toEqual(['env', 'env/prod.yaml']);
  });

  test('filesInOrder keeps the order of the tree', () => {
    expect(filesInOrder(tree).map(({ path }) => path)).toEqual([
      'charts/redis/Chart.yaml',
      'templates/tests/ping.yaml',
      'templates/service.yaml',
      'Chart.yaml',
      'values.yaml',
    ]);
  });
});

test.each([
  ['ArrowDown', 'charts', 'focus templates'],
  ['ArrowUp', 'templates', 'focus charts'],
  ['ArrowUp', 'charts', undefined],
  ['ArrowDown', 'values.yaml', undefined],
  ['Home', 'values.yaml', 'focus charts'],
  ['End', 'charts', 'focus values.yaml'],
  ['ArrowRight', 'charts', 'toggle charts'],
  ['ArrowRight', 'templates', 'focus templates/tests'],
  ['ArrowRight', 'values.yaml', undefined],
  ['ArrowLeft', 'templates', 'toggle templates'],
  ['ArrowLeft', 'templates/service.yaml', 'focus templates'],
  ['ArrowLeft', 'values.yaml', undefined],
  ['Tab', 'charts', undefined],
  ['ArrowDown', 'gone', undefined],
])('toTreeMove for %s on %s returns %s', (key, path, expected) => {
  const collapsed = new Set(['charts']);
  const move = toTreeMove(key, { rows: toRows(tree, collapsed), path, collapsed });
  expect(move && `${move.kind} ${move.path}`).toBe(expected);
});
