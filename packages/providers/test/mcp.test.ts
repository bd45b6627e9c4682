import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createMCPClient } from '@ai-sdk/mcp';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { createToolExecutionContext, runToolLoop, userMessage } from '@shipmate/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getModel } from '../src/index.ts';
import { fromAiSdkTools } from '../src/interop/index.ts';
import { anthropicMessages, startScriptedServer } from '../src/testing/index.ts';

function weatherServer(): McpServer {
  const server = new McpServer({ name: 'weather', version: '1.0.0' });
  server.registerTool(
    'sky.over',
    { description: 'Tells the sky over a place.', inputSchema: z.object({ place: z.string() }) },
    async ({ place }) =>
      place === 'Atlantis'
        ? { isError: true, content: [{ type: 'text', text: 'There is no such place.' }] }
        : { content: [{ type: 'text', text: `Rain over ${place}.` }] },
  );
  return server;
}

async function startMcpServer(): Promise<{ readonly url: string } & AsyncDisposable> {
  const handler = createMcpHandler(weatherServer);
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = method === 'POST' ? await text(incoming) : null;
    const answer = await handler.fetch(
      new Request(`http://${headers.host}${url}`, { method, headers: headers as Record<string, string>, body }),
    );
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(await answer.text());
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: Error) => outgoing.destroy(error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      await handler.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a model calls the tools of an MCP server whose names it cannot accept', async () => {
  await using mcp = await startMcpServer();
  const client = await createMCPClient({ transport: { type: 'http', url: mcp.url } });
  const tools = await fromAiSdkTools(await client.tools());
  const [{ name } = { name: '' }] = tools;
  await using server = await startScriptedServer(
    anthropicMessages,
    {
      toolCalls: [
        { id: 'a', name, input: { place: 'Oslo' } },
        { id: 'b', name, input: { place: 'Atlantis' } },
        { id: 'c', name, input: { town: 'Rome' } },
      ],
    },
    { text: 'Rain.' },
  );
  const environment = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: server.url };
  const result = await runToolLoop(getModel('anthropic:claude-sonnet-5-5', { environment }), {
    messages: [userMessage('Where does it rain?')],
    tools,
    context: createToolExecutionContext({
      principal: { userId: 'user', organizationId: 'organization', via: 'local' },
    }),
  });
  await client.close();

  expect(name).toMatch(/^sky_over_[0-9a-f]{8}$/);
  expect(result).toMatchObject({ stopReason: 'final', finalMessage: 'Rain.' });
  expect(result.messages[2]?.content).toMatchObject([
    { id: 'a', output: 'Rain over Oslo.', isError: false },
    { id: 'b', output: expect.stringContaining('There is no such place.'), isError: true },
    { id: 'c', output: expect.stringContaining('Invalid input'), isError: true },
  ]);
});
