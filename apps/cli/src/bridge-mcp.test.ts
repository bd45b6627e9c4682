import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { silentLogger } from '@shipmate/core';
import { expect, it, onTestFinished } from 'vitest';
import { bridgeMcp } from './bridge-mcp.ts';

/** Sends a request through a bridge to a server and returns the answer. */
async function ask(respond: RequestListener): Promise<JSONRPCMessage> {
  const server = createServer(respond);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const [caller, client] = InMemoryTransport.createLinkedPair();
  const { promise: answer, resolve } = Promise.withResolvers<JSONRPCMessage>();
  caller.onmessage = resolve;
  const endpoint = new URL(`http://127.0.0.1:${port}/mcp`);
  const bridge = bridgeMcp({ client, endpoint, token: 'shp_test', logger: silentLogger });
  onTestFinished(async () => {
    await caller.close();
    await bridge;
    server.close();
  });
  await caller.start();
  await caller.send({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'scale', arguments: {} } });
  return answer;
}

const events = { 'content-type': 'text/event-stream' };

it.each<[string, RequestListener]>([
  ['breaks', (_, response) => response.writeHead(200, events).write(': started\n\n', () => response.destroy())],
  ['ends', (_, response) => response.writeHead(200, events).end(': started\n\n')],
])('bridgeMcp answers a request with an error when its stream %s without a result', async (_, respond) => {
  expect(await ask(respond)).toMatchObject({
    id: 7,
    error: { code: -32_603, message: expect.stringContaining('closed the connection before the result') },
  });
});

it('bridgeMcp names the scope that the token lacks', async () => {
  const description = 'This call needs a token with the scope cluster:write.';
  const challenge = `Bearer error="insufficient_scope", error_description="${description}", scope="cluster:write"`;
  const answer = await ask((_, response) => response.writeHead(403, { 'www-authenticate': challenge }).end('{}'));
  expect(answer).toMatchObject({ id: 7, error: { message: description } });
});
