import type { DiagramPicture } from '@shipmate/domain/code-map';
import { expect, it } from 'vitest';
import { createTestNode } from '../canvas/create-test-node.ts';
import { toSvg } from './to-svg.ts';

const picture: DiagramPicture = {
  nodes: [
    createTestNode('src', { x: 10, y: 20, width: 300, height: 200 }),
    createTestNode('src/<a>&"b".ts', { x: 5, y: 30, width: 200, parentId: 'local/shop:src', language: 'typescript' }),
    createTestNode('docs', { x: 400, width: 12, height: 8 }),
  ],
  edges: [
    {
      id: 'e',
      source: 'local/shop:src',
      target: 'local/shop:docs',
      ariaLabel: '',
      data: { kind: 'import', count: 4, inferred: true, evidence: [] },
    },
  ],
  commit: 'c',
  treeId: 't',
  layoutType: 'hierarchical',
  stats: { files: 2, shown: 3, folded: 0, edges: 1, droppedEdges: 0 },
  notes: [],
};

it('toSvg draws nodes at their places, edges, and labels that fit', () => {
  const { text, width, height } = toSvg(picture, 'light');
  expect([width, height]).toEqual([444, 252]);
  expect(text).toContain('<rect x="15" y="50" width="200" height="50"');
  expect(text).toContain('src/&lt;a&gt;&amp;&quot;b&quot;.ts</text>');
  expect(text).not.toContain('>docs</text>');
  expect(text.match(/<path d="M/g)).toHaveLength(2);
  expect(text).toContain('stroke-dasharray');
});

it('toSvg drops control characters, which XML refuses', () => {
  const node = createTestNode('a\u0000\u001bb\ud800.ts', { width: 200 });
  expect(toSvg({ ...picture, nodes: [node], edges: [] }, 'dark').text).toContain('>ab.ts</text>');
});
