import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiagramPicture } from '@shipmate/domain/code-map';
import type { CodeComparisonResponse } from '@shipmate/protocol/web/code-comparison';
import type { CodeHealthResponse } from '@shipmate/protocol/web/code-health';
import type { DiagramListResponse, DiagramResponse, DiagramView } from '@shipmate/protocol/web/diagrams';
import { commitTestFiles } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addShop } from './add-shop.ts';
import { diagram } from './guarded-routes/repository-routes.ts';
import { read, readError } from './read-json.ts';
import { startWeb, type TestWeb } from './start-web.ts';

let web: TestWeb;
let person: Awaited<ReturnType<TestWeb['signIn']>>;
let shop: Awaited<ReturnType<typeof addShop>>;
let root: string;
let path: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'shipmate-diagrams-'));
  web = await startWeb({ repositories: { root, roots: [] } });
  person = await web.signIn();
  shop = await addShop(web, person.tenant.principal, root);
  path = `/api/repositories/${shop.repository.id}`;
});
afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

it('the routes of diagrams store, draw, change and delete a diagram', async () => {
  const created = await person.post(`${path}/diagrams`, { ...diagram, name: ' API ' });
  expect(created.status).toBe(201);
  const { id, name } = await read<DiagramView>(created);
  expect(name).toBe('API');
  const twin = await read<DiagramView>(await person.post(`${path}/diagrams`, { ...diagram, name: 'API' }));
  expect(twin.name).toBe('API 2');
  const shown = await read<DiagramResponse>(await person.fetch(`/api/diagrams/${id}`));
  expect([shown.diagram.request, shown.picture.stats.files]).toEqual([{ type: 'file_tree' }, 9]);

  const [node] = shown.picture.nodes;
  const positions = { [node?.id ?? '']: { x: 4, y: 5 } };
  const request = { type: 'dependency_graph', filters: { languages: ['typescript'] }, expanded: ['services'] };
  const change = { request, positions, description: 'Imports' };
  const changed = await read<DiagramView>(await person.send('PATCH', `/api/diagrams/${id}`, change));
  expect(changed).toMatchObject({ ...change, name: 'API' });
  const redrawn = await read<DiagramResponse>(await person.fetch(`/api/diagrams/${id}`));
  expect(redrawn.picture.edges.map(({ source, target }) => [source, target])).toEqual(
    [
      ['packages/core/src/order.ts', 'packages/core/src/money.ts'],
      ['packages/core/src/store.ts', 'packages/core/src/order.ts'],
      ['services/web/src/main.ts', 'services/web/src/routes.ts'],
      ['services/web/src/routes.ts', 'packages/core/src/store.ts'],
    ].map((ends) => ends.map((end) => `local/shop:${end}`)),
  );
  const mermaid = await (await person.fetch(`/api/diagrams/${id}/mermaid`)).text();
  expect(mermaid).toMatch(/^flowchart LR\n {2}n0\["packages\/core\/src\/money\.ts"\]\n/);
  expect(await readError(await person.send('PATCH', `/api/diagrams/${id}`, { name: 'API 2' }))).toEqual([
    409,
    'CONFLICT',
  ]);

  expect((await person.send('DELETE', `/api/diagrams/${id}`, {})).status).toBe(204);
  const list = await read<DiagramListResponse>(await person.fetch(`${path}/diagrams`));
  expect([list.owner, list.repo, list.diagrams.map((each) => each.name)]).toEqual(['local', 'shop', ['API 2']]);
});

it('POST /draw draws a request without storing it', async () => {
  const before = await (await person.fetch(`${path}/diagrams`)).text();
  const request = { type: 'file_tree', filters: { maxDepth: 1 } };
  const picture = await read<DiagramPicture>(await person.post(`${path}/draw`, { request }));
  expect(picture.nodes.filter(({ data }) => data.canExpand).map(({ data }) => data.path)).toEqual([
    'packages',
    'services',
    'deploy',
  ]);
  expect(await (await person.fetch(`${path}/diagrams`)).text()).toBe(before);
});

it('POST /compare compares indexed commits, and refuses one that is not indexed', async () => {
  const base = shop.map.commit;
  const head = await commitTestFiles(shop.source, { 'packages/core/src/money.ts': "import './store.ts';\n" });
  const refused = await person.post(`${path}/compare`, { base, head });
  expect([refused.status, await read(refused)]).toMatchObject([
    409,
    { message: expect.stringContaining(`Commit "${head}" is not indexed.`) },
  ]);
  expect(await readError(await person.post(`${path}/compare`, { base: 'main' }))).toEqual([400, 'VALIDATION_ERROR']);
  await shop.index(head);
  const difference = await read<CodeComparisonResponse>(await person.post(`${path}/compare`, { base }));
  const edge = { from: 'packages/core/src/money.ts', to: 'packages/core/src/store.ts' };
  expect(difference).toMatchObject({ base, head, changed: [edge.from], addedEdges: [edge] });
  expect(difference.markdown).toContain(difference.mermaid);
  expect(difference.picture.edges).toMatchObject([{ data: { change: 'added' } }]);
  const health = await read<CodeHealthResponse>(await person.fetch(`${path}/health`));
  expect([health.commit, health.cycles.map(({ paths }) => paths.length)]).toEqual([head, [3]]);
});

const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `src/${index}`);

it.each([
  ['an unknown type', { type: 'pie' }],
  ['an unknown field', { type: 'file_tree', depth: 2 }],
  ['a long pattern', { type: 'file_tree', filters: { pathPatterns: ['a'.repeat(201)] } }],
  ['a negative depth', { type: 'file_tree', filters: { maxDepth: -1 } }],
  ['too many unfolded folders', { type: 'file_tree', expanded: many(501) }],
  ['too many nodes', { type: 'custom', nodes: many(501).map((each) => ({ path: each })) }],
  ['too many weights', { type: 'file_tree', weights: Object.fromEntries(many(2_001).map((each) => [each, 1])) }],
])('POST /draw refuses %s', async (_, request) => {
  expect(await readError(await person.post(`${path}/draw`, { request }))).toEqual([400, 'VALIDATION_ERROR']);
});

it.each([
  ['no field', {}],
  ['a position outside of the canvas', { positions: { a: { x: 1e9, y: 0 } } }],
  ['an empty name', { name: ' ' }],
])('PATCH /api/diagrams/{id} refuses %s', async (_, change) => {
  const { id } = await read<DiagramView>(await person.post(`${path}/diagrams`, diagram));
  expect(await readError(await person.send('PATCH', `/api/diagrams/${id}`, change))).toEqual([400, 'VALIDATION_ERROR']);
});

it('the routes of diagrams tell how to enable code maps when they are not set up', async () => {
  await using bare = await startWeb({ hasCodeMaps: false });
  const response = await (await bare.signIn()).fetch('/api/diagrams/1');
  expect([response.status, await read(response)]).toMatchObject([
    503,
    { message: expect.stringMatching(/REPOSITORY_FOLDER/) },
  ]);
});
