import { expect, it } from 'vitest';
import { createTestNode } from './create-test-node.ts';
import { findNeighbor, findNode, toAncestors, toFoldKey, toFolderPath, toPlaces } from './find-node.ts';

const nodes = [
  createTestNode('src', { width: 400, height: 300 }),
  createTestNode('src/api', { x: 10, y: 30, width: 150, height: 100, parentId: 'local/shop:src' }),
  createTestNode('src/web', { x: 200, y: 30, width: 150, height: 100, parentId: 'local/shop:src' }),
  createTestNode('src/db', { x: 10, y: 160, width: 150, height: 100, parentId: 'local/shop:src' }),
  createTestNode('docs', { x: 420, y: 0, width: 100, height: 300 }),
];
const more = { ...createTestNode(null), id: 'local/shop:docs/+more' };

it.each([
  ['src/api', 'src/api', true],
  ['src/api/routes/cart.ts', 'src/api', false],
  ['src/cart.ts', 'src', false],
  ['lib/a.ts', undefined, undefined],
])('findNode of %s is %s', (path, found, isExact) => {
  const result = findNode(nodes, path);
  expect([result?.node.data.path, result?.isExact]).toEqual([found, isExact]);
});

it('toFolderPath of a node for more files is their folder', () => {
  expect(toFolderPath(more)).toBe('docs');
  expect(toFolderPath({ ...more, id: 'local/shop:+more' })).toBe('');
  expect(toFolderPath({ ...more, id: 'local/shop!zod' })).toBeUndefined();
});

it('toFoldKey of a node for the facts of a sort is the sort, and of other nodes their path', () => {
  expect(toFoldKey({ ...more, id: 'local/shop!table' })).toBe('!table');
  expect(toFoldKey({ ...more, id: 'local/shop!table:orders' })).toBeUndefined();
  expect(toFoldKey(more)).toBe('docs');
  expect(toFoldKey(createTestNode('src'))).toBe('src');
});

it('toAncestors lists the folders above a path', () => {
  expect(toAncestors('a/b/c.ts')).toEqual(['a', 'a/b']);
  expect(toAncestors('c.ts')).toEqual([]);
});

it('toPlaces adds the positions of parents', () => {
  expect(toPlaces(nodes).get('local/shop:src/db')).toEqual({ x: 10, y: 160 });
});

it.each([
  ['src/api', 'ArrowRight', 'src/web'],
  ['src/api', 'ArrowDown', 'src/db'],
  ['src/db', 'ArrowUp', 'src/api'],
  ['src/web', 'ArrowRight', undefined],
  ['src', 'ArrowRight', 'docs'],
  ['src/api', 'Home', 'src'],
  ['src/api', 'End', 'docs'],
  ['src/api', 'a', undefined],
  [undefined, 'ArrowLeft', 'src'],
])('findNeighbor moves from %s with %s to %s', (from, key, to) => {
  const id = from === undefined ? undefined : `local/shop:${from}`;
  expect(findNeighbor(nodes, id, key)?.data.path).toBe(to);
});
