import { silentLogger } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createApp } from '../app/create-app.ts';
import { startServer } from '../serve/start-server.ts';
import { createRequestOrigins } from './request-origins.ts';

function createTestApp() {
  const app = createApp({ logger: silentLogger });
  const origins = createRequestOrigins();
  app.get('/early', (context) => context.json(origins.of(context.req.raw) ?? null));
  app.use(origins.note);
  app.get('/', (context) => context.json(origins.of(context.req.raw) ?? null));
  return app;
}

it('RequestOrigins return the id of a request and the address of its connection, whatever its headers claim', async () => {
  const server = await startServer({ app: createTestApp(), port: 0 });
  const headers = { 'x-request-id': 'mine', 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' };
  const response = await fetch(server.url, { headers });
  expect(await response.json()).toEqual({ id: 'mine', remoteAddress: expect.stringMatching(/127\.0\.0\.1$/) });
  await server.close();
});

it('RequestOrigins return no address for an in-process request, and undefined for a request that was not noted', async () => {
  const app = createTestApp();
  expect(await (await app.request('/', { headers: { 'x-request-id': 'mine' } })).json()).toEqual({ id: 'mine' });
  expect(await (await app.request('/early')).json()).toBeNull();
});
