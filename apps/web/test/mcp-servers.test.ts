import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { McpServerListResponse, McpServerView } from '@shipmate/protocol/web/mcp-servers';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { read, readError } from './read-json.ts';
import { signInColleague } from './sign-in-colleague.ts';
import { startWeb } from './start-web.ts';

const path = '/api/organization/mcp-servers';

/** Starts a server of the official SDK whose tool has the present description. */
async function startWiki() {
  const wiki = { description: 'Finds pages.', isUp: true };
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'wiki', version: '1.0.0' });
    const { description } = wiki;
    server.registerTool('search', { description, inputSchema: z.object({ query: z.string() }) }, async () => ({
      content: [],
    }));
    return server;
  });
  const answer = (request: Request) => (wiki.isUp ? handler.fetch(request) : new Response(null, { status: 503 }));
  const server = serve({ fetch: answer, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  onTestFinished(async () => {
    await handler.close();
    server.close();
  });
  return { wiki, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

it('owners add a server, accept its tools, and decide again once one has changed; members read', async () => {
  const { wiki, url } = await startWiki();
  await using web = await startWeb({ toolEnvironment: { ALLOW_PRIVATE_NETWORKS: true } });
  const owner = await web.signIn();
  const list = async () => read<McpServerListResponse>(await owner.fetch(path));
  expect(await list()).toEqual({ servers: [], programs: [], canChange: true });
  const request = { name: 'wiki', url, token: 'secret-token', contextTypes: ['cluster'] };
  const response = await owner.post(path, request);
  expect(response.status).toBe(201);
  const added = await read<McpServerView>(response);
  expect(JSON.stringify(added)).not.toContain('secret-token');
  expect(added).toMatchObject({
    hasToken: true,
    problem: null,
    tools: [{ name: 'search', state: 'off', revision: 1 }],
  });
  const decide = (state: string, revision: number) =>
    owner.post(`${path}/${added.id}/decisions`, { decisions: [{ tool: 'search', state, revision }] });
  expect((await read<McpServerView>(await decide('on', 1))).tools).toMatchObject([{ state: 'on' }]);

  wiki.description = 'Finds pages, and more.';
  const refresh = async () => read<McpServerView>(await owner.post(`${path}/${added.id}/refresh`, {}));
  expect((await refresh()).tools).toMatchObject([
    {
      state: 'changed',
      revision: 2,
      pinned: { description: 'Finds pages.', effect: 'destructive' },
      listed: { description: 'Finds pages, and more.' },
    },
  ]);
  expect(await readError(await decide('on', 1))).toEqual([409, 'CONFLICT']);
  expect((await decide('on', 2)).status).toBe(200);

  wiki.isUp = false;
  expect((await refresh()).problem).toContain('answered with status 503');
  wiki.isUp = true;
  expect(await refresh()).toMatchObject({ problem: null, tools: [{ state: 'on' }] });

  const colleague = await signInColleague(web, owner);
  expect(await read(await colleague.fetch(path))).toMatchObject({ servers: [{ name: 'wiki' }], canChange: false });
  for (const refused of [
    await colleague.post(path, { ...request, name: 'mine' }),
    await colleague.send('PATCH', `${path}/${added.id}`, { contextTypes: [] }),
    await colleague.post(`${path}/${added.id}/refresh`, {}),
    await colleague.post(`${path}/${added.id}/decisions`, { decisions: [] }),
    await colleague.send('DELETE', `${path}/${added.id}`, undefined),
  ]) {
    expect(await readError(refused)).toEqual([404, 'NOT_FOUND']);
  }
  const changed = await owner.send('PATCH', `${path}/${added.id}`, { contextTypes: ['chart'] });
  expect(await read(changed)).toMatchObject({ contextTypes: ['chart'] });
  const scopes = ['organization:read', 'change_mcp_servers'];
  const { secret } = await read<CreateApiTokenResponse>(
    await owner.post('/api/tokens', { name: 'pipeline', expiresInDays: 1, scopes }),
  );
  const program = web.openBrowser({ authorization: `Bearer ${secret}` });
  expect((await program.send('DELETE', `${path}/${added.id}`, undefined)).status).toBe(204);
  expect((await list()).servers).toEqual([]);
});

it.each([
  ['a private address', { url: 'https://127.0.0.1/mcp' }, 'private network'],
  ['plain http', { url: 'http://mcp.example.test/' }, 'no https'],
  ['a command', { url: null, program: '/bin/sh' }, 'MCP_PROGRAMS'],
  ['neither an address nor a program', {}, 'either'],
])('%s is not added', async (_, place, reason) => {
  await using web = await startWeb();
  const owner = await web.signIn();
  const refused = await owner.post(path, { name: 'wiki', contextTypes: [], ...place });
  expect(refused.status).toBe(400);
  expect((await read<ErrorEnvelope>(refused)).message).toContain(reason);
  expect(await read(await owner.fetch(path))).toMatchObject({ servers: [] });
});
