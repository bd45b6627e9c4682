import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenApiDocument } from '@shipmate/server';
import { read } from './read-json.ts';
import { startWeb, type TestWeb } from './start-web.ts';

let web: TestWeb;
let document: OpenApiDocument;
beforeAll(async () => {
  web = await startWeb();
  document = await read(await web.openBrowser().fetch('/openapi.json'));
});
afterAll(() => web[Symbol.asyncDispose]());

/** The built pages. */
const files = ['GET /*', 'GET /assets/*'];

it('the OpenAPI document has every route of the app, and no other', () => {
  const routes = new Set(web.routes.filter((route) => !files.includes(route)));
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(new Set(listed)).toEqual(routes);
});

it('the OpenAPI document names the scopes of a route', () => {
  expect(document.paths['/api/runs']?.['get']?.security).toEqual([{ session: [] }, { token: ['runs:read'] }]);
  expect(document.paths['/api/tokens']?.['post']?.security).toEqual([{ session: [] }]);
  expect(document.paths['/healthz']?.['get']?.security).toEqual([]);
});

it('the OpenAPI document allows other fields in a body only where the app ignores them', () => {
  const { StartJobRequest: strict, ChatRequest: open } = document.components.schemas;
  expect(strict).toMatchObject({ additionalProperties: false });
  expect(open).not.toHaveProperty('additionalProperties');
  expect(document.paths['/api/chat']?.['post']?.description).toMatch(/^Unknown fields of `body` are ignored\. /);
});

it('the app accepts every example, and its responses are as described', async () => {
  const person = await web.signIn();
  const examples = web.described.filter(({ description }) => description.example !== undefined);
  expect(examples.length).toBeGreaterThan(10);
  for (const { method, path, description } of examples) {
    const { query = {}, body } = description.example ?? {};
    const response = await person.fetch(`${path}?${new URLSearchParams(query as Record<string, string>).toString()}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    // The harness checks status and body of a success against the description.
    expect([method, path, response.status < 300 ? 'accepted' : await response.text()]).toEqual([
      method,
      path,
      'accepted',
    ]);
    await response.body?.cancel();
  }
});

it('the reference page is public and needs no script', async () => {
  const response = await web.openBrowser().fetch('/docs/api');
  expect(response.headers.get('content-security-policy')).not.toContain('script-src');
  const page = await response.text();
  expect(page).toContain('<code>/api/workspaces/{id}/files</code>');
  expect(page).not.toContain('<script');
});
