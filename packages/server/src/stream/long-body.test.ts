import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../test/test-app.ts';
import { compressJson } from '../edge/compress-json.ts';
import { startServer } from '../serve/start-server.ts';
import { longBody, longJson } from './long-body.ts';

const items = Array.from({ length: 50 }, (_, index) => ({ index, text: `"é${'x'.repeat(20_000)}` }));

async function ask(path: string, acceptEncoding = 'identity') {
  const app = createTestApp();
  app.use(...compressJson());
  app.get('/long', (context) => longJson(context, items));
  app.get('/short', (context) => longJson(context, items.length));
  app.get('/failing', (context) => longBody(context, failing(), { 'content-type': 'text/plain' }));
  const server = await startServer({ app, port: 0, drainMs: 0 });
  onTestFinished(() => server.close());
  const [response] = await once(get(server.url + path, { headers: { 'accept-encoding': acceptEncoding } }), 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

function* failing(): Generator<string> {
  for (const { text } of items) yield text;
  throw new Error('The end is missing.');
}

it.each(['identity', 'gzip'])('longJson answers in JSON, for a client that accepts %s', async (accepts) => {
  const { status, headers, body } = await ask('/long', accepts);
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/json' });
  expect(headers['content-length']).toBe(accepts === 'gzip' ? undefined : String(body.length));
  expect(JSON.parse((accepts === 'gzip' ? gunzipSync(body) : body).toString())).toEqual(items);
});

it('longJson answers a short value like context.json', async () => {
  const { headers, body } = await ask('/short', 'gzip');
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '2' });
  expect(body.toString()).toBe('50');
});

it('longBody lets other work run between its parts', async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await ask('/long');
  clearImmediate(next);
  expect(turns).toBeGreaterThan(items.length / 4);
});

it('longBody answers with an error when a part cannot be written', async () => {
  const { status, body } = await ask('/failing');
  expect({ status, ...JSON.parse(body.toString()) }).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
});
