import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../test/test-app.ts';
import { startServer } from '../serve/start-server.ts';
import { compressJson } from './compress-json.ts';

const long = { text: 'a'.repeat(5_000) };

/** Sends a request without a client that decompresses. */
async function ask(path: string, acceptEncoding: string) {
  const app = createTestApp();
  app.use(...compressJson());
  app.get('/long', (context) => context.json(long));
  app.get('/short', (context) => context.json({ ok: true }));
  app.get('/events', (context) => context.body(`data: ${long.text}\n\n`, 200, { 'content-type': 'text/event-stream' }));
  const server = await startServer({ app, port: 0, drainMs: 0 });
  onTestFinished(() => server.close());
  const request = get(server.url + path, { headers: { 'accept-encoding': acceptEncoding } });
  const [response] = await once(request, 'response');
  return { headers: response.headers, body: await buffer(response) };
}

it('compressJson compresses long JSON for a client that accepts gzip', async () => {
  const { headers, body } = await ask('/long', 'gzip, br');
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
  expect(body.length).toBeLessThan(200);
  expect(JSON.parse(gunzipSync(body).toString())).toEqual(long);
});

it.each([
  { path: '/short', accepts: 'gzip' },
  { path: '/long', accepts: 'identity' },
  { path: '/events', accepts: 'gzip' },
  { path: '/nowhere', accepts: 'gzip' },
])('compressJson leaves $path alone for a client that accepts $accepts', async ({ path, accepts }) => {
  const { headers, body } = await ask(path, accepts);
  expect(headers['content-encoding']).toBeUndefined();
  expect(body.toString()).toContain(path === '/nowhere' ? 'NOT_FOUND' : '');
  expect(body.length).toBeGreaterThan(10);
});
