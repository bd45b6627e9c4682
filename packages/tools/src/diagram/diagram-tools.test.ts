import { bindTools, createToolExecutionContext, readFences } from '@shipmate/core';
import type { CodeMapSymbol } from '@shipmate/domain/code-map';
import { afterAll, describe, expect, it } from 'vitest';
import { createCompute } from '../compute/create-compute.ts';
import { createMemoryCodeMaps } from '../../test/support/memory-code-maps.ts';
import { createSnapshot, shopFiles } from '../../test/support/sample-code.ts';
import { createDiagrams } from './create-diagrams.ts';
import { DIAGRAM_TOOLS } from './diagram-tools.ts';

const repository = { owner: 'acme', repo: 'shop' };
const routes = 'services/web/src/routes.ts';
const symbol: CodeMapSymbol = {
  name: 'listOrders',
  kind: 'function',
  container: null,
  startLine: 2,
  endLine: 3,
  exported: true,
  doc: null,
};
const oldCommit = 'c'.repeat(40);
const compute = createCompute({ maxThreads: 1 });
afterAll(() => compute.close());
const codeMaps = createMemoryCodeMaps({
  organizationId: 'acme',
  snapshots: [createSnapshot(shopFiles), createSnapshot(shopFiles.slice(2), oldCommit)],
  symbols: new Map([[routes, [symbol]]]),
  texts: { [routes]: 'one\ntwo </untrusted>\nthree\nfour\n', 'README.md': '' },
});
const tools = bindTools(DIAGRAM_TOOLS, { codeMaps, diagrams: createDiagrams({ compute }) });

/** Calls a tool as the loop does; returns the fields that the tool answered, the model's text and the events. */
async function call(name: string, input: unknown, organizationId = 'acme') {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`No tool ${name}.`);
  const principal = { userId: 'user', organizationId, via: 'session' as const };
  const context = createToolExecutionContext({ principal });
  const output = await tool.execute(tool.parse(input), context);
  return {
    data: output as Readonly<Record<string, unknown>>,
    text: tool.toModel(output),
    events: tool.clientEvents(output),
  };
}

async function createShopDiagram(request: object = { type: 'file_tree' }): Promise<string> {
  const { data } = await call('createDiagram', { ...repository, name: 'Shop', ...request });
  return String(data['diagramId']);
}

describe('createDiagram', () => {
  it('saves the request, gives nodes and edges to the caller, and only a sample to the model', async () => {
    const input = { ...repository, name: 'Imports', type: 'dependency_graph', filters: { languages: ['ts'] } };
    const { data, text, events } = await call('createDiagram', input);
    expect(data).toMatchObject({ name: 'Imports', type: 'dependency_graph', repositoryId: 'repository-1' });
    expect(data['nodes']).toHaveLength(7);
    const [fenced] = readFences(text).fenced;
    const seen = JSON.parse(fenced?.text ?? '') as Record<string, unknown>;
    expect(Object.keys(seen)).toEqual(['diagramId', 'name', 'stats', 'notes', 'sample']);
    expect(text).not.toContain('position');
    expect(events).toEqual([
      {
        type: 'diagram_created',
        data: {
          diagram_id: data['diagramId'],
          name: 'Imports',
          diagram_type: 'dependency_graph',
          repository_id: 'repository-1',
        },
      },
      {
        type: 'canvas_actions',
        data: { diagram_id: data['diagramId'], actions: [{ type: 'openDiagram', diagramId: data['diagramId'] }] },
      },
    ]);
    const stored = await codeMaps.diagrams.get(
      { userId: 'user', organizationId: 'acme', via: 'session' },
      String(data['diagramId']),
    );
    expect(stored.request).toEqual({ type: 'dependency_graph', filters: { languages: ['ts'] } });
  });

  it.each([
    [{ type: 'custom', nodes: [{ path: 'services/web/src/route.ts' }] }, '"services/web/src/routes.ts"'],
    [{ type: 'architecture_slice', from: 'services/wbe' }, '"services/web"'],
    [{ type: 'file_tree', from: 'services' }, '"from" is for the types'],
    [{ type: 'file_tree', weighting: 'custom' }, '"weights"'],
    [{ type: 'file_tree', filters: { pathPatterns: ['nowhere/**'] } }, 'would be empty'],
    [{ type: 'file_tree', filters: { glob: 'x' } }, 'glob'],
  ])('refuses %j with the reason', async (request, message) => {
    await expect(call('createDiagram', { ...repository, name: 'A', ...request })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(message) as string,
    });
  });

  it('finds no repository of another organization', async () => {
    const input = { ...repository, name: 'A', type: 'file_tree' };
    await expect(call('createDiagram', input, 'other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('navigateCanvas', () => {
  it('accepts actions on nodes of the diagram, and tells the page to carry them out', async () => {
    const diagramId = await createShopDiagram();
    const actions = [
      { type: 'focusNode', nodeId: `acme/shop:${routes}` },
      { type: 'highlightNodes', nodeIds: ['acme/shop:services', 'acme/shop:packages'], color: '#ff0000' },
      { type: 'zoomTo', nodeIds: ['acme/shop:'] },
      { type: 'panTo', x: 10, y: -20 },
    ];
    const { data, events } = await call('navigateCanvas', { diagramId, actions });
    expect(data['executedActions']).toEqual(actions.map(({ type }, index) => ({ index, type, status: 'accepted' })));
    expect(events).toEqual([{ type: 'canvas_actions', data: { diagram_id: diagramId, actions } }]);
  });

  it('rejects each action that does not fit, with the reason and the nearest ids, and accepts the others', async () => {
    const diagramId = await createShopDiagram({ type: 'file_tree', filters: { maxDepth: 1 } });
    const actions = [
      { type: 'focusNode', nodeId: `acme/shop:${routes}` },
      { type: 'focusNode', nodeId: 'acme/shop:service' },
      { type: 'focusNode', nodeId: 'other/shop:services' },
      { type: 'expandPath', path: 'services' },
      { type: 'expandPath', path: 'README.md' },
      { type: 'expandPath', path: 'servces' },
    ];
    const { data, events } = await call('navigateCanvas', { diagramId, actions });
    const executed = data['executedActions'] as readonly { status: string; reason?: string }[];
    expect(executed.map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
      'accepted',
      'rejected',
      'rejected',
    ]);
    expect(executed[0]?.reason).toContain('Use expandPath with "services" first');
    expect(executed[1]?.reason).toContain('Nearest: "acme/shop:services"');
    expect(executed[2]?.reason).toContain('is no node of this diagram');
    expect(executed[4]?.reason).toContain('is a file');
    expect(executed[5]?.reason).toContain('"services"');
    expect(events).toEqual([{ type: 'canvas_actions', data: { diagram_id: diagramId, actions: [actions[3]] } }]);
  });

  it('finds no diagram of another organization', async () => {
    const diagramId = await createShopDiagram();
    const input = { diagramId, actions: [{ type: 'panTo', x: 0, y: 0 }] };
    await expect(call('navigateCanvas', input, 'other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('openFileRange', () => {
  it('reads lines, ends at the end of the file, and fences them for the model', async () => {
    const { data, text, events } = await call('openFileRange', {
      path: routes,
      startLine: 2,
      endLine: 900,
      highlight: true,
    });
    expect(data).toMatchObject({
      startLine: 2,
      endLine: 4,
      totalLines: 4,
      fileContent: 'two </untrusted>\nthree\nfour',
      nodeId: `acme/shop:${routes}`,
    });
    expect(readFences(text).fenced.at(-1)).toMatchObject({ source: 'file', name: routes, text: data['fileContent'] });
    const action = { type: 'openFileRange', path: routes, startLine: 2, endLine: 4, highlight: true };
    expect(events[0]?.data).toEqual({
      actions: [action, { type: 'highlightNodes', nodeIds: [`acme/shop:${routes}`] }],
    });
  });

  it.each([
    [{ path: '../etc/passwd', startLine: 1 }, '".."'],
    [{ path: 'services/../../x', startLine: 1 }, '".."'],
    [{ path: '/etc/passwd', startLine: 1 }, 'from the top'],
    [{ path: 'services\\web', startLine: 1 }, 'from the top'],
    [{ path: 'services/web/src/rotes.ts', startLine: 1 }, `"${routes}"`],
    [{ path: 'deploy/shop/Chart.yaml', startLine: 1 }, 'binary'],
    [{ path: routes, startLine: 5 }, 'has 4 lines'],
    [{ path: routes, startLine: 3, endLine: 2 }, 'before'],
    [{ path: routes, startLine: 1, repo: 'nothing' }, '"acme/shop"'],
  ])('refuses %j with the reason', async (input, message) => {
    await expect(call('openFileRange', input)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('queryFileTree', () => {
  it.each([
    ['lang:ts', 8, true],
    ['lang:ts size:>1k path:services/**', 2, true],
    ['depth:<=1', 1, false],
    ['routes', 1, false],
    ['lang:yaml,markdown', 3, true],
    ['size:<0k', 0, false],
  ])('counts the files of %j', async (query, files, suggestedDiagram) => {
    const { data } = await call('queryFileTree', { ...repository, query });
    expect(data).toMatchObject({ summary: { files, shown: files }, suggestedDiagram });
  });

  it('refuses a condition that it cannot read', async () => {
    await expect(call('queryFileTree', { ...repository, query: 'size:big' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('"size:big"') as string,
    });
  });
});

it('searchCodebase returns places with snippets, node ids and actions', async () => {
  const { data, events } = await call('searchCodebase', { query: 'routes of orders', topK: 1 });
  expect(data).toMatchObject({
    results: [{ path: routes, symbol: 'listOrders', startLine: 2, endLine: 3, snippet: 'two </untrusted>\nthree' }],
    referencedNodes: [`acme/shop:${routes}`],
    suggestedActions: [
      { type: 'highlightNodes', nodeIds: [`acme/shop:${routes}`] },
      { type: 'openFileRange', path: routes, startLine: 2, endLine: 3, highlight: true },
    ],
  });
  expect(events.map(({ type }) => type)).toEqual(['canvas_suggestions']);
});

it('compareDiagrams returns the difference with Markdown and a Mermaid picture', async () => {
  const { data, text } = await call('compareDiagrams', { ...repository, base: oldCommit });
  expect(data).toMatchObject({ base: oldCommit, added: ['.github/workflows/ci.yml', 'README.md'], removed: [] });
  expect(text).toContain('```mermaid\nflowchart LR');
});
