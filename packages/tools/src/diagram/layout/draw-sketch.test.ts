import {
  type DiagramNode,
  type DiagramPicture,
  type DiagramRequest,
  diagramTypes,
  layoutTypes,
} from '@shipmate/domain/code-map';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLargeSnapshot, createSnapshot, type SampleFile, shopFiles } from '../../../test/support/sample-code.ts';
import { sketchDiagram, toLayoutType } from '../build/sketch-diagram.ts';
import { drawSketch } from './draw-sketch.ts';
import { treemapHeader } from './place-treemap.ts';

function draw(snapshot: ReturnType<typeof createSnapshot>, request: DiagramRequest, isSimple = false): DiagramPicture {
  const sketch = sketchDiagram({ snapshot, symbols: new Map() }, request);
  return drawSketch(sketch, { snapshot, layoutType: toLayoutType(request), isSimple });
}

/** The rules of React Flow that every picture keeps. */
function checkPicture({ nodes, edges, stats }: DiagramPicture): void {
  const seen = new Map<string, DiagramNode>();
  for (const node of nodes) {
    expect(seen.has(node.id), `${node.id} is unique`).toBe(false);
    expect(node.parentId === undefined || seen.has(node.parentId), `the parent of ${node.id} comes first`).toBe(true);
    expect(node.width > 0 && node.height > 0 && Number.isFinite(node.position.x + node.position.y)).toBe(true);
    expect(node.handles).toHaveLength(2);
    seen.set(node.id, node);
  }
  expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length);
  for (const { source, target, data } of edges) {
    expect(seen.has(source) && seen.has(target)).toBe(true);
    expect(data.inferred || data.kind === 'contains' || data.evidence.length > 0).toBe(true);
  }
  expect(nodes.length).toBeLessThanOrEqual(500);
  const files = nodes.filter(({ data }) => data.kind === 'file').length;
  expect(files + stats.folded).toBe(stats.files);
}

/** Pairs of siblings that overlap by more than a rounding error. */
function findOverlaps(nodes: readonly DiagramNode[]): readonly string[] {
  return nodes.flatMap((one, index) =>
    nodes.slice(index + 1).flatMap((other) => {
      if (one.parentId !== other.parentId) return [];
      const across =
        Math.min(one.position.x + one.width, other.position.x + other.width) -
        Math.max(one.position.x, other.position.x);
      const down =
        Math.min(one.position.y + one.height, other.position.y + other.height) -
        Math.max(one.position.y, other.position.y);
      return across > 0.5 && down > 0.5 ? [`${one.id} and ${other.id}`] : [];
    }),
  );
}

const segment = fc.constantFrom('src', 'lib', 'a.b', 'ünï', '名前', '.hidden', '+more', 'x#L1-2', 'end');
const sampleFiles = fc
  .uniqueArray(
    fc.record({
      folders: fc.array(segment, { maxLength: 4 }),
      name: fc.constantFrom('a.ts', 'b.ts', 'c.py', 'd'),
      size: fc.nat(100_000),
      recentChanges: fc.nat(30),
      imports: fc.array(fc.nat(30), { maxLength: 4 }),
      facts: fc.subarray(['route', 'table_read', 'queue_producer', 'entry_point', 'chart'] as const),
    }),
    { minLength: 1, maxLength: 40, selector: ({ folders, name }) => [...folders, `file-${name}`].join('/') },
  )
  .map((made): readonly SampleFile[] => {
    const paths = made.map(({ folders, name }) => [...folders, `file-${name}`].join('/'));
    return made.map(({ size, recentChanges, imports, facts }, index) => ({
      path: paths[index] ?? '',
      size,
      recentChanges,
      imports: [...new Set(imports.map((each) => paths[each % paths.length] ?? 'zod'))],
      facts: facts.map((kind) => ({ kind, name: `thing ${index % 3}`, line: 1 })),
    }));
  });
const requests = fc.record(
  {
    type: fc.constantFrom(...diagramTypes.filter((type) => type !== 'custom')),
    layoutType: fc.constantFrom(...layoutTypes),
    weighting: fc.constantFrom('size', 'file_count', 'recent_changes', 'custom'),
    expanded: fc.array(segment, { maxLength: 2 }),
    filters: fc.record({ minDepth: fc.nat(3), maxDepth: fc.integer({ min: 1, max: 5 }) }, { requiredKeys: [] }),
  },
  { requiredKeys: ['type'] },
) as fc.Arbitrary<DiagramRequest>;

describe('drawSketch', () => {
  it('keeps the rules of React Flow, and draws the same picture again, for any files and request', () => {
    fc.assert(
      fc.property(sampleFiles, requests, (files, request) => {
        const picture = draw(createSnapshot(files), request);
        checkPicture(picture);
        expect(draw(createSnapshot(files.toReversed()), request)).toEqual(picture);
      }),
      { numRuns: 300 },
    );
  });

  it('fills each area of a treemap with the areas of its children, below its label', () => {
    fc.assert(
      fc.property(sampleFiles, fc.constantFrom('size', 'file_count', 'recent_changes'), (files, weighting) => {
        const { nodes } = draw(createSnapshot(files), { type: 'file_tree', weighting });
        for (const parent of nodes) {
          const children = nodes.filter(({ parentId }) => parentId === parent.id);
          if (children.length === 0) continue;
          const labelled = parent.height >= treemapHeader.minHeight && parent.width >= treemapHeader.minWidth;
          const inner = parent.width * (parent.height - (labelled ? treemapHeader.height : 0));
          const sum = children.reduce((total, { width, height }) => total + width * height, 0);
          expect(Math.abs(sum - inner)).toBeLessThan(inner * 1e-6 + 1e-3);
        }
        expect(findOverlaps(nodes)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('overlaps no nodes in a hierarchical layout', () => {
    fc.assert(
      fc.property(sampleFiles, requests, (files, request) => {
        const { nodes } = draw(createSnapshot(files), { ...request, layoutType: 'hierarchical' });
        expect(findOverlaps(nodes)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it.each([1_000, 10_000, 50_000])('folds a repository of %i files to at most 500 nodes', (count) => {
    const snapshot = createLargeSnapshot(count);
    for (const type of ['file_tree', 'dependency_graph', 'architecture_slice'] as const) {
      const picture = draw(snapshot, { type });
      checkPicture(picture);
      expect(picture.nodes.length).toBeGreaterThan(20);
    }
  });

  it('places nodes in rows, and says so, when the layout was too slow', () => {
    const picture = draw(createSnapshot(shopFiles), { type: 'dependency_graph' }, true);
    checkPicture(picture);
    expect(findOverlaps(picture.nodes)).toEqual([]);
    expect(picture.notes.join(' ')).toContain('too long');
  });
});
