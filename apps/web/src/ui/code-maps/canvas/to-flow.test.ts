import type { DiagramEdge, DiagramPicture } from '@shipmate/domain/code-map';
import { expect, it } from 'vitest';
import { createTestNode } from './create-test-node.ts';
import { estimateZoom, keepVisible, toFlowEdges, toFlowNodes } from './to-flow.ts';

const edge: DiagramEdge = {
  id: 'e',
  source: 'local/shop:src',
  target: 'local/shop:docs',
  ariaLabel: 'src imports docs',
  data: { kind: 'import', count: 4, inferred: false, evidence: [] },
};
const picture: DiagramPicture = {
  nodes: [
    createTestNode('src', { width: 300, height: 200 }),
    createTestNode('src/a.ts', { x: 5, y: 30, parentId: 'local/shop:src' }),
    createTestNode('docs', { x: 400 }),
  ],
  edges: [edge, { ...edge, id: 'f', source: 'local/shop:docs', target: 'local/shop:src/a.ts' }],
  commit: 'c',
  treeId: 't',
  layoutType: 'hierarchical',
  stats: { files: 2, shown: 3, folded: 0, edges: 2, droppedEdges: 0 },
  notes: [],
};
const none = { selected: undefined, marks: undefined, positions: {} };

it('toFlowNodes keeps parents before their children, sizes and moved positions', () => {
  const nodes = toFlowNodes(picture, { ...none, positions: { 'local/shop:docs': { x: 7, y: 8 } } });
  expect(nodes.map(({ id, position, width, parentId }) => [id, position, width, parentId])).toEqual([
    ['local/shop:src', { x: 0, y: 0 }, 300, undefined],
    ['local/shop:src/a.ts', { x: 5, y: 30 }, 100, 'local/shop:src'],
    ['local/shop:docs', { x: 7, y: 8 }, 100, undefined],
  ]);
  expect(nodes[1]?.data.parent).toEqual({ width: 300, height: 200 });
});

it('toFlowNodes ignores moved positions in a treemap, whose areas would overlap', () => {
  const treemap = { ...picture, layoutType: 'treemap' } as const;
  const [, , docs] = toFlowNodes(treemap, { ...none, positions: { 'local/shop:docs': { x: 7, y: 8 } } });
  expect([docs?.position, docs?.draggable]).toEqual([{ x: 400, y: 0 }, false]);
});

it('toFlowNodes marks nodes and dims the others but for frames', () => {
  const marks = { nodeIds: new Set(['local/shop:docs']), color: 'red' };
  const nodes = toFlowNodes(picture, { ...none, marks });
  expect(nodes.map(({ data }) => [data.mark, data.isDimmed])).toEqual([
    [undefined, false],
    [undefined, true],
    ['red', false],
  ]);
});

it('keepVisible leaves out children of frames that are too small on the screen', () => {
  const nodes = toFlowNodes(picture, none);
  expect([1, 0.2].map((zoom) => keepVisible(nodes, zoom).length)).toEqual([3, 2]);
});

it('estimateZoom fits a picture into a window', () => {
  expect(estimateZoom(picture, { width: 250, height: 1_000 })).toBe(0.5);
  expect(estimateZoom({ ...picture, nodes: [] }, { width: 250, height: 1_000 })).toBe(1.25);
});

it('toFlowEdges emphasizes the edges of the selected node, or the selected edge', () => {
  const opacities = (selected: string | undefined, selectedEdge?: string) =>
    toFlowEdges(picture, { selected, selectedEdge }).map(({ style }) => style?.opacity);
  expect(opacities(undefined)).toEqual([1, 1]);
  expect(opacities('local/shop:src')).toEqual([1, 0.25]);
  expect(opacities('local/shop:docs')).toEqual([1, 1]);
  expect(opacities('local/shop:src', 'f')).toEqual([0.25, 1]);
});
