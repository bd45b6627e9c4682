import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../test/test-app.ts';
import { compressJson } from '../edge/compress-json.ts';
import { startServer } from '../serve/start-server.ts';
import { longBody, longJson } from './long-body.ts';

const items = Array.from({ length: 60 }, (_, index) => ({ index, text: `"é${'x'.repeat(20_000)}` }));

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
  expect(body.toString()).toBe('60');
});

it('longBody neither collects nor sends more than 100 KB in one turn of the event loop', async () => {
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(next));
  const [collected, sent] = [new Map<number, number>(), new Map<number, number>()];
  const add = (lengths: Map<number, number>, length: number) => lengths.set(turn, (lengths.get(turn) ?? 0) + length);
  function* parts(): Generator<string> {
    for (const { text } of items) {
      add(collected, text.length);
      yield text;
    }
  }
  const app = createTestApp().get('/long', (context) => longBody(context, parts(), {}));
  const { body } = await app.request('/long');
  for await (const chunk of body ?? []) add(sent, chunk.length);
  for (const lengths of [collected, sent]) {
    expect([...lengths.values()].reduce((sum, length) => sum + length)).toBeGreaterThan(1_000_000);
    expect(Math.max(...lengths.values())).toBeLessThan(100_000);
  }
});

it('longBody answers with an error when a part cannot be written', async () => {
  const { status, body } = await ask('/failing');
  expect({ status, ...JSON.parse(body.toString()) }).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
});
