import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../test/test-app.ts';
import { startServer } from '../serve/start-server.ts';
import { longJson } from '../stream/long-body.ts';
import { compressJson } from './compress-json.ts';

const long = { text: 'a'.repeat(5_000) };
/** More than is collected. */
const streamed = Array.from({ length: 300 }, () => long);

/** Sends a request without a client that decompresses. */
async function ask(path: string, acceptEncoding: string) {
  const app = createTestApp();
  app.use(...compressJson());
  app.get('/long', (context) => context.json(long));
  app.get('/tagged', (context) => context.json(long, 200, { etag: '"1"' }));
  app.get('/streamed', (context) => longJson(context, streamed));
  app.get('/compressed', (context) =>
    context.body(gzipSync(JSON.stringify(long)), 200, {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    }),
  );
  app.get('/short', (context) => context.json({ ok: true }));
  app.get('/events', (context) => context.body(`data: ${long.text}\n\n`, 200, { 'content-type': 'text/event-stream' }));
  const server = await startServer({ app, port: 0, drainMs: 0 });
  onTestFinished(() => server.close());
  const request = get(server.url + path, { headers: { 'accept-encoding': acceptEncoding } });
  const [response] = await once(request, 'response');
  return { headers: response.headers, body: await buffer(response) };
}

it.each(['gzip, br', 'br;q=1.0, gzip;q=0.8'])(
  'compressJson compresses long JSON for a client that accepts %s',
  async (accepts) => {
    const { headers, body } = await ask('/long', accepts);
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(body.length),
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(body.length).toBeLessThan(200);
    expect(JSON.parse(gunzipSync(body).toString())).toEqual(long);
  },
);

it('compressJson compresses long JSON for a client that accepts deflate only', async () => {
  const { headers, body } = await ask('/long', 'gzip;q=0, deflate');
  expect(headers).toMatchObject({ 'content-encoding': 'deflate', vary: 'Accept-Encoding' });
  expect(JSON.parse(inflateSync(body).toString())).toEqual(long);
});

it('compressJson weakens the tag of a compressed response, which has other bytes', async () => {
  expect((await ask('/tagged', 'gzip')).headers['etag']).toBe('W/"1"');
  expect((await ask('/tagged', 'identity')).headers['etag']).toBe('"1"');
});

it('compressJson compresses JSON of more than a megabyte as a stream', async () => {
  const { headers, body } = await ask('/streamed', 'gzip');
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' });
  expect(JSON.parse(gunzipSync(body).toString())).toEqual(streamed);
});

it('compressJson leaves a response alone that is compressed already', async () => {
  const { body } = await ask('/compressed', 'gzip');
  expect(JSON.parse(gunzipSync(body).toString())).toEqual(long);
});

it.each([
  { path: '/short', accepts: 'gzip' },
  { path: '/long', accepts: 'identity' },
  { path: '/long', accepts: 'gzip;q=0, identity' },
  { path: '/long', accepts: 'gzip; q=0.00' },
  { path: '/events', accepts: 'gzip' },
  { path: '/nowhere', accepts: 'gzip' },
])('compressJson leaves $path alone for a client that accepts $accepts', async ({ path, accepts }) => {
  const { headers, body } = await ask(path, accepts);
  expect(headers['content-encoding']).toBeUndefined();
  expect(body.toString()).toContain(path === '/nowhere' ? 'NOT_FOUND' : '');
  expect(body.length).toBeGreaterThan(10);
});
