import type { OpenApiDocument } from '@shipmate/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, createToolsApi } from './create-tools-api.ts';
import { inspectRoutes } from 'hono/dev';

let api: Awaited<ReturnType<typeof createToolsApi>>;
let document: OpenApiDocument;
beforeAll(async () => {
  api = await createToolsApi();
  document = (await (await api.app.request('/openapi.json')).json()) as OpenApiDocument;
});
afterAll(() => api.database.close());

it('the OpenAPI document has every route of the app, and no other', () => {
  const routes = inspectRoutes(api.app).flatMap(({ method, path, isMiddleware }) => {
    if (isMiddleware || path === '/api/tools/:name') return [];
    return `${method === 'ALL' ? 'POST' : method} ${path}`;
  });
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const tools = api.tools.map((name) => `POST /api/tools/${name}`);
  expect(new Set(listed)).toEqual(new Set([...routes, ...tools]));
});

it('the OpenAPI document lists the input and output of a tool', () => {
  const operation = document.paths['/api/tools/textEditor']?.['post'];
  expect(operation).toMatchObject({
    operationId: 'callTextEditor',
    tags: ['chart'],
    security: [{ token: [] }],
    requestBody: {
      content: {
        'application/json': {
          schema: { properties: { workspaceId: { type: 'string' }, command: { enum: expect.any(Array) } } },
        },
      },
    },
    responses: {
      200: {
        content: {
          'application/json': {
            schema: { required: ['success'], properties: { data: { properties: { content: { type: 'string' } } } } },
          },
        },
      },
    },
  });
});

it('a call with the documented body returns the documented fields', async () => {
  const { token, workspaceId } = await createTenant(api.database);
  const body = { workspaceId, command: 'view', path: 'Chart.yaml' };
  const called = await api.send('/api/tools/textEditor', { token, body });
  const schema =
    document.paths['/api/tools/textEditor']?.['post']?.responses['200']?.content?.['application/json']?.schema;
  expect(Object.keys(schema?.['properties'] as object)).toEqual(
    expect.arrayContaining(Object.keys(called.body as object)),
  );
});
