import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createToolExecutionContext, defineTool, remoteTool, type Principal } from '@shipmate/core';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { toRemoteToolCall } from './to-remote-tool-call.ts';
import { createToolsClient } from './tools-client.ts';

const principal: Principal = { userId: 'u', organizationId: 'o', via: 'session' };

async function serve(respond: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const server = createServer((request, response) => {
    void text(request).then((body) => respond(request, response, body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

it('ToolsClient posts the input with token, workspace and run, and returns the result', async () => {
  const baseUrl = await serve(({ method, url, headers }, response, body) => {
    const { authorization, 'x-shipmate-workspace': workspace, 'x-shipmate-run': run } = headers;
    json(response, 200, { success: true, data: { method, url, authorization, workspace, run, body } });
  });
  const client = createToolsClient({ baseUrl: `${baseUrl}/`, token: 'shp_1' });
  const result = await client.call('textEditor', { command: 'view' }, { workspaceId: 'w', runId: 'r' });
  expect(result).toEqual({
    success: true,
    data: {
      method: 'POST',
      url: '/api/tools/textEditor',
      authorization: 'Bearer shp_1',
      workspace: 'w',
      run: 'r',
      body: '{"command":"view"}',
    },
  });
});

it('ToolsClient requests a token for each call with its context', async () => {
  const baseUrl = await serve(({ headers }, response) =>
    json(response, 200, { success: true, data: headers.authorization }),
  );
  const client = createToolsClient({
    baseUrl,
    getToken: (context) => `${context?.principal.userId}/${context?.runId}`,
  });
  await expect(client.call('any', {}, { context: { principal, runId: 'r' } })).resolves.toMatchObject({
    data: 'Bearer u/r',
  });
});

it('toRemoteToolCall calls a remote tool with the workspace and run of its context', async () => {
  const baseUrl = await serve(({ headers, url }, response, body) => {
    const data = { text: [url, headers['x-shipmate-workspace'], headers['x-shipmate-run'], body].join(' ') };
    json(response, 200, { success: true, data });
  });
  const greet = defineTool({
    name: 'greet',
    description: 'Greets.',
    effect: 'read',
    input: z.object({ name: z.string() }),
    output: z.object({ text: z.string() }),
    execute: async ({ name }) => ({ text: name }),
  });
  const tool = remoteTool(greet, toRemoteToolCall(createToolsClient({ baseUrl, token: 't' })));
  const context = createToolExecutionContext({ principal, workspaceId: 'w', runId: 'r' });
  await expect(tool.execute({ name: 'Ada' }, context)).resolves.toEqual({
    text: '/api/tools/greet w r {"name":"Ada"}',
  });
});

it('ToolsClient lists tools', async () => {
  const tool = {
    name: 'greet',
    description: 'Greets.',
    category: 'general',
    effect: 'read',
    inputSchema: { type: 'object', properties: {} },
    route: '/api/tools/greet',
  };
  const baseUrl = await serve((_request, response) => json(response, 200, { tools: [tool] }));
  await expect(createToolsClient({ baseUrl, token: 't' }).list()).resolves.toEqual([tool]);
});

it('ToolsClient returns a failure within the tool with its code', async () => {
  const failure = { success: false, error: 'The file is absent.', metadata: { code: 'NOT_FOUND', recoverable: true } };
  const baseUrl = await serve((_request, response) => json(response, 200, failure));
  await expect(createToolsClient({ baseUrl, token: 't' }).call('any', {})).resolves.toEqual(failure);
});

it.each([
  {
    what: 'an envelope',
    status: 401,
    body: { success: false, message: 'Sign in.', code: 'UNAUTHORIZED' },
    code: 'UNAUTHORIZED',
  },
  { what: 'an error that is no envelope', status: 503, body: 'Bad gateway', code: 'EXTERNAL_API_ERROR' },
  { what: 'an answer that is no result', status: 200, body: { hello: 'world' }, code: 'EXTERNAL_API_ERROR' },
])('ToolsClient throws for $what', async ({ status, body, code }) => {
  const baseUrl = await serve((_request, response) => json(response, status, body));
  await expect(createToolsClient({ baseUrl, token: 't' }).call('any', {})).rejects.toMatchObject({ code });
});

it('ToolsClient throws UNAVAILABLE when the service cannot be reached', async () => {
  const baseUrl = await serve((request) => request.socket.destroy());
  await expect(createToolsClient({ baseUrl, token: 't' }).call('any', {})).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});

it('ToolsClient follows no redirect with its token', async () => {
  const baseUrl = await serve((_request, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
  );
  await expect(createToolsClient({ baseUrl, token: 't' }).list()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('ToolsClient stops waiting when its signal fires', async () => {
  const controller = new AbortController();
  const baseUrl = await serve(() => controller.abort());
  const call = createToolsClient({ baseUrl, token: 't' }).call('any', {}, { signal: controller.signal });
  await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
});
