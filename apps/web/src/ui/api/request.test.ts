import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fetchOk, postCommand, requestJson } from './request.ts';

const schema = z.object({ name: z.string() });
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [status, body] = answer(request.url ?? '', `${request.method} ${await text(request)}`);
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

function answer(path: string, received: string): [number, string] {
  switch (path) {
    case '/echo':
      return [200, JSON.stringify({ name: received })];
    case '/conflict':
      return [409, JSON.stringify({ success: false, code: 'CONFLICT', message: 'Revision 2 is current.' })];
    case '/proxy':
      return [502, '<html>Bad gateway</html>'];
    default:
      return [200, '{"title":1}'];
  }
}

test('requestJson sends GET without a body and a JSON POST with one', async () => {
  expect(await requestJson(`${origin}/echo`, { schema })).toEqual({ name: 'GET ' });
  expect(await requestJson(`${origin}/echo`, { schema, body: { a: 1 } })).toEqual({ name: 'POST {"a":1}' });
});

test.each([
  ['/conflict', 'CONFLICT', 'Revision 2 is current.'],
  ['/proxy', 'EXTERNAL_API_ERROR', 'The server answered 502 without a readable error.'],
])('requestJson maps %s to %s', async (path, code, message) => {
  await expect(postCommand(origin + path)).rejects.toMatchObject({ code, message });
});

test('requestJson rejects a response of another shape', async () => {
  await expect(requestJson(`${origin}/other`, { schema })).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR' });
});

test('requestJson fails with UNAVAILABLE when the server does not answer', async () => {
  await expect(fetchOk('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('requestJson does not report an aborted request as a server failure', async () => {
  const signal = AbortSignal.abort();
  await expect(fetchOk(`${origin}/echo`, { signal })).rejects.toMatchObject({ name: 'AbortError' });
});
