import { gunzipSync } from 'node:zlib';
import { silentLogger } from '@shipmate/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../app/create-app.ts';
import { createOpenApiDocument, type OpenApiOptions } from './create-openapi-document.ts';
import { describeRoute, type RouteDescription } from './describe-route.ts';
import { mountOpenApi } from './mount-openapi.ts';

const labelSchema = z.object({ key: z.string(), value: z.string().default('') });
const shipSchema = z.object({ id: z.string(), labels: z.array(labelSchema) });
const nodeSchema = z.object({
  name: z.string(),
  get children() {
    return z.array(nodeSchema);
  },
});
const treeSchema = z.object({
  name: z.string(),
  get children() {
    return z.array(treeSchema);
  },
});

function describeApp(routes: Parameters<typeof describeRoute>[], options: Partial<OpenApiOptions> = {}) {
  const app = createApp({ logger: silentLogger });
  for (const [, name, description] of routes) describeRoute(app, name, description);
  const modules = [{ labelSchema, shipSchema, nodeSchema }];
  const requirementOf = () => undefined;
  return createOpenApiDocument(app, { title: 'Test', description: 'Test.', modules, requirementOf, ...options });
}

const app = createApp({ logger: silentLogger });
const describeOne = (description: RouteDescription, options?: Partial<OpenApiOptions>) =>
  describeApp([[app, 'POST /api/ships/:id', description]], options);
const operationOf = async (description: RouteDescription, options?: Partial<OpenApiOptions>) =>
  (await describeOne(description, options)).paths['/api/ships/{id}']?.['post'];

it('a described route is an operation with an id, a tag, parameters, a body and responses', async () => {
  const operation = await operationOf({
    summary: 'Rename a ship',
    query: z.object({ force: z.boolean().optional(), at: z.string() }),
    body: z.object({ name: z.string() }),
    response: shipSchema,
    status: 201,
    also: { 304: 'The name has not changed.' },
  });
  expect(operation).toMatchObject({
    operationId: 'renameShip',
    tags: ['ships'],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'force', in: 'query', required: false, schema: { type: 'boolean' } },
      { name: 'at', in: 'query', required: true },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: { required: ['name'] } } } },
    responses: {
      201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Ship' } } } },
      304: { description: 'The name has not changed.' },
      '4XX': { $ref: '#/components/responses/Error' },
    },
  });
});

it('a response without content has status 204, and a body whose fields are all optional may be left out', async () => {
  const operation = await operationOf({ summary: 'Stop a ship', body: z.object({ reason: z.string().optional() }) });
  expect(Object.keys(operation?.responses ?? {})).toEqual(['204', '4XX', '5XX']);
  expect(operation?.requestBody?.required).toBe(false);
});

it('an operation refuses other fields than those of a strict body, and says which unknown ones it ignores', async () => {
  const strict = await operationOf({ summary: 'Name a ship', body: z.strictObject({ name: z.string() }) });
  expect(strict).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { additionalProperties: false } } } },
  });
  const operation = await operationOf({
    summary: 'Receive a signal',
    description: 'Stores it.',
    body: z.object({ text: z.string() }),
    ignoresUnknown: { body: 'Ships send their weather.' },
  });
  expect(operation?.description).toBe('Stores it.\n\nUnknown fields of `body` are ignored. Ships send their weather.');
  expect(JSON.stringify(operation?.requestBody)).not.toContain('additionalProperties');
});

it('a field with a default may be left out', async () => {
  const { components } = await describeOne({ summary: 'Save a ship', body: shipSchema, response: shipSchema });
  expect(components.schemas).toMatchObject({
    Label: { properties: { value: { default: '' } }, required: ['key'] },
    Ship: { properties: { labels: { items: { $ref: '#/components/schemas/Label' } } }, required: ['id', 'labels'] },
  });
});

it('a named schema is written once, also when it is recursive', async () => {
  const { components } = await describeOne({ summary: 'Save a node', body: nodeSchema, response: nodeSchema });
  expect(Object.keys(components.schemas)).toEqual(['ErrorEnvelope', 'Node']);
  expect(components.schemas['ErrorEnvelope']).toMatchObject({ required: ['success', 'message', 'code'] });
  expect(components.schemas['Node']).toMatchObject({
    properties: { children: { items: { $ref: '#/components/schemas/Node' } } },
  });
});

it('the recursive part of a schema without a name is named after the operation', async () => {
  const { components } = await describeOne({ summary: 'Get a tree', response: treeSchema });
  expect(Object.keys(components.schemas)).toEqual(['ErrorEnvelope', 'GetTreeResponsePart0']);
});

it('definitions of a JSON Schema become schemas of the document', async () => {
  const jsonSchema = {
    type: 'object',
    properties: { part: { $ref: '#/$defs/part' }, next: { $ref: '#' } },
    $defs: { part: { type: 'number' } },
  };
  const { components, paths } = await describeOne({ summary: 'Call it', response: { jsonSchema } });
  expect(components.schemas['part']).toEqual({ type: 'number' });
  expect(components.schemas['CallItResponse']).toMatchObject({
    properties: { part: { $ref: '#/components/schemas/part' }, next: { $ref: '#/components/schemas/CallItResponse' } },
  });
  expect(JSON.stringify(paths)).not.toContain('$defs');
});

it('alternative queries list all their fields as optional', async () => {
  const query = z.union([z.object({ entity: z.string(), field: z.string() }), z.object({ user: z.string() })]);
  const { parameters = [] } = (await operationOf({ summary: 'Find it', query })) ?? {};
  expect(parameters.map(({ name, required }) => [name, required])).toEqual([
    ['id', true],
    ['entity', false],
    ['field', false],
    ['user', false],
  ]);
});

it.each([
  [undefined, []],
  ['any', [{ session: [] }, { token: [] }]],
  ['person', [{ session: [] }, { token: [] }]],
  ['sign-in', [{ session: [] }]],
  [['runs:read'], [{ session: [] }, { token: ['runs:read'] }]],
] as const)('a route that requires %s accepts the credentials %j', async (requirement, security) => {
  const options = { requirementOf: () => requirement, acceptsSessions: true };
  expect((await operationOf({ summary: 'Get it' }, options))?.security).toEqual(security);
});

it('a list describes each path of a route with parameters', async () => {
  const description = [{ path: '/api/ships/argo', summary: 'Call argo' }];
  const { paths } = await describeApp([[app, 'POST /api/ships/:name', description]]);
  expect(Object.keys(paths)).toEqual(['/api/ships/argo']);
});

it('the same routes at two paths have different operation ids', async () => {
  const { paths } = await describeApp([
    [app, 'GET /api/ships', { summary: 'List ships' }],
    [app, 'GET /v1/ships', { summary: 'List ships' }],
  ]);
  const ids = Object.values(paths).map(({ get }) => get?.operationId);
  expect(ids).toEqual(['listShips', 'listShipsV1']);
});

it('the document and its page are served to clients that have an older version only', async () => {
  const served = createApp({ logger: silentLogger });
  describeRoute(served, 'GET /api/ships', { summary: 'List <ships>', response: shipSchema });
  mountOpenApi(served, { title: 'Test', description: 'Test.', requirementOf: () => undefined });
  for (const path of ['/openapi.json', '/docs/api']) {
    const first = await served.request(path);
    expect(first.status).toBe(200);
    const etag = first.headers.get('etag') ?? '';
    expect((await served.request(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const compressed = await served.request(path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect([compressed.headers.get('content-encoding'), compressed.headers.get('etag')]).toEqual(['gzip', etag]);
    expect(gunzipSync(await compressed.arrayBuffer()).toString()).toBe(await (await served.request(path)).text());
  }
  const page = await served.request('/docs/api');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/);
  const html = await page.text();
  expect(html).toContain('List &lt;ships&gt;');
  expect(html).not.toMatch(/<script|https?:\/\//);
});
