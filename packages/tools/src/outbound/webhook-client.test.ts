import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createWebhookClient } from './webhook-client.ts';

const { signal } = new AbortController();
const request = { method: 'POST', headers: {}, body: '{}' };

/** Starts a server that records requests and redirects them. */
async function startServer() {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((incoming, response) => {
    requests.push(incoming.headers);
    response.writeHead(302, { location: '/elsewhere' }).end('moved');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return { requests, port };
}

function createClient(allowPrivate: boolean) {
  const environment = { WEBHOOK_ALLOWED_HOSTS: ['127.0.0.1', '*.example.test'] };
  const client = createWebhookClient({ environment, allowPrivate });
  onTestFinished(() => client.close());
  return client;
}

it('createWebhookClient sends a request to an allowed host and does not follow its redirect', async () => {
  const { requests, port } = await startServer();
  const url = `http://127.0.0.1:${port}/`;
  const answer = await createClient(true).request({ ...request, url }, signal);
  expect(answer).toEqual({ status: 302, text: 'moved' });
  expect(requests).toMatchObject([{ 'content-type': 'application/json' }]);
});

it.each([
  'http://127.0.0.1/',
  'http://example.test/',
  'http://x.example.test.evil.test/',
  'ftp://a.example.test/',
  'x',
])('createWebhookClient refuses %s', async (url) => {
  const refused = createClient(false).request({ ...request, url }, signal);
  await expect(refused).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('not allowed'),
  });
});

it.each([
  ['http://user:password@127.0.0.1', {}, 'Authorization'],
  ['http://127.0.0.1', { 'x-a': 'a\r\nx-b: b' }, 'header'],
  ['http://127.0.0.1', { 'x a': 'a' }, 'header'],
])('createWebhookClient says that it sends nothing to %s with the headers %j', async (origin, headers, word) => {
  const { requests, port } = await startServer();
  const sending = createClient(true).request({ ...request, url: `${origin}:${port}/`, headers }, signal);
  await expect(sending).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining(word) });
  expect(requests).toEqual([]);
});
