import { AppError } from '@shipmate/core';
import type { CodeMapSymbol, DiagramRequest } from '@shipmate/domain/code-map';
import { describe, expect, it } from 'vitest';
import { createLargeSnapshot, createSnapshot, shopFiles } from '../../../test/support/sample-code.ts';
import { sketchDiagram } from './sketch-diagram.ts';

const snapshot = createSnapshot(shopFiles);
const addOrder: CodeMapSymbol = {
  name: 'addOrder',
  kind: 'function',
  container: null,
  startLine: 20,
  endLine: 30,
  exported: true,
  doc: null,
};
const symbols = new Map([['packages/core/src/store.ts', [addOrder]]]);
const sketch = (request: DiagramRequest) => sketchDiagram({ snapshot, symbols }, request);
const idsOf = (request: DiagramRequest) => sketch(request).nodes.map(({ id }) => id.replace(/^acme\/shop/u, ''));
const edgesOf = (request: DiagramRequest) =>
  sketch(request).edges.map(({ source, target }) =>
    `${source} > ${target}`.replaceAll('acme/shop:', '').replaceAll('acme/shop', ''),
  );

describe('a file tree', () => {
  it.each([
    ['a pattern with the folders above its files', { pathPatterns: ['packages/**/*.ts'] }, 3],
    ['a folder without wildcards', { pathPatterns: ['services/web'] }, 4],
    ['files whose folders begin with a dot', { pathPatterns: ['**/*.yml'] }, 1],
    ['no path that only contains the pattern', { pathPatterns: ['src/*.ts'] }, 0],
    ['a dot as a dot', { pathPatterns: ['packages/core/package?json', 'packages/core/packageXjson'] }, 1],
    [
      'a language by its short name, with patterns, without excluded paths',
      { languages: ['ts'], pathPatterns: ['services/**'], excludePaths: ['services/worker'] },
      3,
    ],
  ])('selects %s', (_, filters, files) => {
    const made = sketch({ type: 'file_tree', filters });
    expect(made.nodes.filter(({ data }) => data.kind === 'file')).toHaveLength(files);
    for (const { parentId } of made.nodes.slice(1)) expect(made.nodes.some(({ id }) => id === parentId)).toBe(true);
  });

  it('folds folders below maxDepth with their counts, and unfolds an expanded one', () => {
    const request = { type: 'file_tree', filters: { maxDepth: 1 } } as const;
    expect(idsOf(request)).toEqual([':', ':services', ':packages', ':README.md', ':.github', ':deploy']);
    expect(sketch(request).nodes[1]?.data).toMatchObject({ files: 7, size: 8_070, canExpand: true });
    expect(idsOf({ ...request, expanded: ['services/web'] })).toContain(':services/web/src');
  });

  it('folds files and folders above minDepth into the top', () => {
    const ids = idsOf({ type: 'file_tree', filters: { minDepth: 2 } });
    expect(ids).toContain(':services/web');
    expect(ids).toContain(':+more');
    expect(ids).not.toContain(':services');
  });

  it.each([
    ['too many patterns', Array.from({ length: 51 }, (_, index) => `a${index}`)],
    ['a long pattern', ['a'.repeat(201)]],
  ])('refuses %s', (_, pathPatterns) => {
    expect(() => sketch({ type: 'file_tree', filters: { pathPatterns } })).toThrow(AppError);
  });
});

it('a dependency graph has an edge for each import between files, with its line', () => {
  const made = sketch({ type: 'dependency_graph' });
  const edge = made.edges.find(({ target }) => target.endsWith('money.ts'));
  expect(edge).toMatchObject({
    source: 'acme/shop:packages/core/src/order.ts',
    kind: 'import',
    inferred: false,
    evidence: [{ path: 'packages/core/src/order.ts', line: 1 }],
  });
  expect(made.edges).toHaveLength(7);
  expect(made.notes[0]).toContain('7 of 14 files');
});

it('a dependency graph folds imports to folders with their counts', () => {
  const edges = sketch({ type: 'dependency_graph', filters: { maxDepth: 1 } }).edges;
  expect(edges.map(({ source, target, count }) => [source, target, count])).toEqual([
    ['acme/shop:services', 'acme/shop:packages', 2],
  ]);
});

describe('a dependency graph of a large repository', () => {
  const large = createLargeSnapshot(10_000);
  const draw = (request: Omit<DiagramRequest, 'type'> = {}) =>
    sketchDiagram({ snapshot: large, symbols: new Map() }, { type: 'dependency_graph', ...request }).nodes;

  it('begins with at most 60 nodes, each a folder or the rest of one', () => {
    const nodes = draw();
    expect(nodes.length).toBeLessThanOrEqual(60);
    expect(nodes.filter(({ data }) => data.kind === 'file')).toEqual([]);
  });

  it('keeps all other folders as they are when a person unfolds one', () => {
    const nodes = draw();
    const folder = nodes.find(({ data }) => data.kind === 'folder');
    const path = folder?.data.path ?? '';
    const ids = new Set(draw({ expanded: [path] }).map(({ id }) => id));
    expect(nodes.filter(({ id }) => !ids.has(id)).map(({ id }) => id)).toEqual([folder?.id]);
    expect([...ids].some((id) => id.startsWith(`${folder?.id}/`))).toBe(true);
  });
});

describe('an architecture slice', () => {
  it('groups the files of packages, with outside packages and facts, without a start', () => {
    const { nodes } = sketch({ type: 'architecture_slice' });
    const labels = nodes.map(({ data }) => `${data.kind} ${data.label}`);
    expect(labels).toEqual(
      expect.arrayContaining(['folder services/web', 'external hono', 'external pg', 'fact orders', 'fact shop']),
    );
    expect(nodes.find(({ id }) => id.endsWith('routes.ts'))?.parentId).toBe('acme/shop:services/web');
  });

  it('has the neighbours of a symbol and the symbol with its lines', () => {
    const { nodes } = sketch({ type: 'architecture_slice', from: 'packages/core/src/store.ts#addOrder' });
    expect(nodes.map(({ id }) => id)).toContain('acme/shop:packages/core/src/store.ts#L20-30');
    expect(nodes.some(({ id }) => id.endsWith('worker/src/main.ts'))).toBe(true);
    expect(nodes.some(({ id }) => id.endsWith('old-report.ts'))).toBe(false);
  });
});

it('a data flow leads from routes and queues over imports to tables, queues and services', () => {
  expect(edgesOf({ type: 'data_flow' })).toEqual(
    expect.arrayContaining([
      '!route:POST /orders > services/web/src/routes.ts',
      'services/web/src/routes.ts > packages/core/src/store.ts',
      'packages/core/src/store.ts > !table:orders',
      '!table:orders > packages/core/src/store.ts',
      'services/web/src/mail.ts > !queue:mail',
      '!queue:mail > services/worker/src/main.ts',
      'services/worker/src/main.ts > !http:https://mail.example.com',
    ]),
  );
});

it('a data flow from a file has only what the file reaches', () => {
  const ids = idsOf({ type: 'data_flow', from: 'services/worker/src/main.ts' });
  expect(ids).toContain('!queue:mail');
  expect(ids).not.toContain('!route:GET /orders');
});

describe('a custom diagram', () => {
  const nodes = [
    { path: 'services/web', label: 'Web', group: 'Services' },
    { path: 'services/worker', group: 'Services' },
    { path: 'packages/core', label: 'Core' },
  ];

  it('marks edges that no import shows as inferred, and gives others their lines', () => {
    const made = sketch({
      type: 'custom',
      nodes,
      edges: [
        { from: 'services/web', to: 'packages/core' },
        { from: 'services/web', to: 'services/worker', label: 'mail' },
      ],
    });
    expect(made.edges.map(({ kind, inferred, evidence }) => [kind, inferred, evidence.length])).toEqual([
      ['import', false, 1],
      ['custom', true, 0],
    ]);
    expect(made.nodes.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['acme/shop!group:Services', undefined],
      ['acme/shop:services/web', 'acme/shop!group:Services'],
      ['acme/shop:services/worker', 'acme/shop!group:Services'],
      ['acme/shop:packages/core', undefined],
    ]);
  });

  it.each([
    [{ nodes: [{ path: 'packages/core/src/stroe.ts' }] }, '"packages/core/src/store.ts"'],
    [{ nodes: [{ path: 'packages/core/src/store.ts#addOrdr' }] }, '"packages/core/src/store.ts#addOrder"'],
    [{ nodes, edges: [{ from: 'services/web', to: 'deploy' }] }, 'none of "nodes"'],
    [{ nodes: [...nodes, { path: 'services/web/' }] }, 'twice'],
    [{}, 'needs "nodes"'],
  ])('refuses %j', (request, message) => {
    expect(() => sketch({ type: 'custom', ...request })).toThrow(message);
  });

  it('weighs by the given weights', () => {
    const made = sketch({
      type: 'custom',
      nodes,
      weighting: 'custom',
      weights: { services: 2, 'packages/core/src/money.ts': 5 },
    });
    expect(made.nodes.slice(1).map(({ data }) => data.weight)).toEqual([8, 6, 5]);
  });
});
