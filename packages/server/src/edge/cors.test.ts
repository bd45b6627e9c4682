import { expect, it } from 'vitest';
import { createTestApp } from '../../test/test-app.ts';
import { createCors } from './cors.ts';

function createCorsApp(origins: readonly string[]) {
  const app = createTestApp();
  app.use('/v1/*', createCors(origins));
  app.post('/v1/ask', (context) => context.json({ ok: true }));
  app.get('/v1/refused', () => {
    throw new Error('s3cret');
  });
  return app;
}

const page = 'https://page.test';
const preflight = { origin: page, 'access-control-request-method': 'POST' };

it.each([
  ['an origin that is named', [page], page],
  ['every origin', ['*'], '*'],
  ['no other origin', ['https://other.test'], null],
  ['none', [], null],
])('createCors allows %s', async (_, origins, allowed) => {
  const app = createCorsApp(origins);
  const asked = await app.request('/v1/ask', { method: 'OPTIONS', headers: preflight });
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, allowed]);
  const called = await app.request('/v1/ask', { method: 'POST', headers: { origin: page } });
  expect([called.status, called.headers.get('access-control-allow-origin')]).toEqual([200, allowed]);
});

it('createCors declares the allowed request and response headers, without cookies', async () => {
  const app = createCorsApp([page]);
  const { headers } = await app.request('/v1/ask', { method: 'OPTIONS', headers: preflight });
  expect(headers.get('access-control-allow-methods')).toBe('GET,POST');
  expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type,last-event-id,x-request-id');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  const called = await app.request('/v1/ask', { method: 'POST', headers: { origin: page } });
  expect(called.headers.get('access-control-expose-headers')).toBe('x-shipmate-run,x-request-id');
  expect(called.headers.get('vary')).toBe('Origin');
});

it('createCors lets a page read an error, and adds no headers on other paths', async () => {
  const app = createCorsApp([page]);
  const refused = await app.request('/v1/refused', { headers: { origin: page } });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([500, page]);
  const other = await app.request('/ok', { headers: { origin: page } });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
});
