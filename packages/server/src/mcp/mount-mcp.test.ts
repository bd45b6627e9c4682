import { AppError, bindTools, defineTool, type Principal, silentLogger, ToolRegistry } from '@shipmate/core';
import type { CallApprovals } from '@shipmate/domain/approval';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectMcp, revisions } from '../../test/connect-mcp.ts';
import { ada } from '../../test/test-app.ts';
import { testTools } from '../../test/test-tools.ts';
import { createApp } from '../app/create-app.ts';
import type { ToolScopeStores } from '../tools/tool-scope.ts';
import { type MountMcpOptions, mountMcp } from './mount-mcp.ts';

const scale = defineTool({
  name: 'scale',
  description: 'Scales a workload.',
  category: 'cluster',
  effect: 'write',
  idempotent: true,
  openWorld: true,
  input: z.object({ replicas: z.number().int() }),
  output: z.object({ replicas: z.number() }),
  execute: async ({ replicas }) => ({ replicas }),
});
const edit = defineTool({
  name: 'edit',
  description: 'Edits a file.',
  category: 'chart',
  needsWorkspace: true,
  effect: ({ content }) => (content === undefined ? 'read' : 'write'),
  input: z.object({ path: z.string().max(10), content: z.string().optional() }),
  output: z.object({ path: z.string(), workspaceId: z.string().optional() }),
  execute: async ({ path }, { workspaceId }) => ({ path, workspaceId }),
  toModel: ({ path, workspaceId }) => `${path} of ${workspaceId}`,
});
const slow = defineTool({
  name: 'slow',
  description: 'Reports its progress.',
  category: 'cluster',
  effect: 'read',
  input: z.object({}),
  output: z.object({}),
  async execute(_input, { report }) {
    report?.('One.\n');
    report?.('Two.\n');
    return {};
  },
});

const tools = new ToolRegistry([...Object.values(testTools.getAll()), ...bindTools([scale, edit, slow], {})]).freeze();

function absent(): never {
  throw new AppError({ code: 'NOT_FOUND', message: 'Absent.' });
}

/** Contains the workspaces `w` and `v`. */
const stores = {
  workspaces: { get: async (_principal: Principal, id: string) => (['v', 'w'].includes(id) ? { id } : absent()) },
  runs: { get: async () => absent() },
  secrets: { getOrCreate: async () => 'a secret of at least thirty-two bytes' },
} as unknown as MountMcpOptions['unitOfWork']['stores'] & ToolScopeStores;

function createMcpApp(options: Partial<MountMcpOptions> & { readonly principal?: Principal } = {}) {
  const { principal = ada, ...others } = options;
  const app = createApp({ logger: silentLogger });
  mountMcp(app, { tools, authenticate: async () => principal, unitOfWork: { stores }, ...others });
  return app;
}

const names = async (client: Awaited<ReturnType<typeof connectMcp>>) =>
  (await client.listTools()).tools.map(({ name }) => name);
const withScopes = (...scopes: string[]): Principal => ({ ...ada, scopes });

describe.each(revisions)('/mcp for a client of revision %s', (revision) => {
  it('lists the tools with the schemas and annotations of their definitions', async () => {
    const client = await connectMcp(createMcpApp(), { revision });
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(tools.getAll()));
    expect(listed.find(({ name }) => name === 'scale')).toMatchObject({
      description: 'Scales a workload.',
      inputSchema: { type: 'object', properties: { replicas: { type: 'integer' } }, required: ['replicas'] },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    });
    expect(listed.find(({ name }) => name === 'destroys')?.annotations).toMatchObject({ destructiveHint: true });
    expect(listed.find(({ name }) => name === 'slow')?.annotations).toEqual({
      readOnlyHint: true,
      openWorldHint: false,
    });
    expect(JSON.stringify(listed)).not.toContain('outputSchema');
  });

  it('calls a tool and returns the view of models', async () => {
    const client = await connectMcp(createMcpApp(), { revision, query: '?workspace=w' });
    const result = await client.callTool({ name: 'edit', arguments: { path: 'a' } });
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'a of w' }] });
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent).toBeUndefined();
  });

  it('returns structured content that matches the listed output schema on request', async () => {
    const client = await connectMcp(createMcpApp(), { revision, query: '?structured=true' });
    const { tools: listed } = await client.listTools();
    expect(listed.find(({ name }) => name === 'edit')?.outputSchema).toMatchObject({ required: ['path'] });
    const result = await client.callTool({ name: 'edit', arguments: { path: 'a', workspaceId: 'v' } });
    expect(result.structuredContent).toEqual({ path: 'a', workspaceId: 'v' });
    expect((await client.callTool({ name: 'counts' })).structuredContent).toBeDefined();
  });

  it.each([
    { name: 'fail', given: { code: 'NOT_FOUND' }, code: 'NOT_FOUND', message: 'It failed.' },
    { name: 'fail', given: { code: 'UNAVAILABLE' }, code: 'UNAVAILABLE', message: 'It failed.' },
    { name: 'throws', given: {}, code: 'INTERNAL_ERROR', message: 'Tool "throws" failed unexpectedly.' },
    { name: 'hangs', given: {}, code: 'TIMEOUT', message: expect.any(String) },
    { name: 'edit', given: { path: 1 }, code: 'VALIDATION_ERROR', message: expect.stringContaining('path') },
    { name: 'edit', given: { path: 'a', workspaceId: 'foreign' }, code: 'NOT_FOUND', message: 'Absent.' },
  ])('returns the failure of $name as a result with code $code', async ({ name, given, code, message }) => {
    const client = await connectMcp(createMcpApp(), { revision });
    const { isError, content } = await client.callTool({ name, arguments: given });
    expect(isError).toBe(true);
    const [block] = content;
    expect(block?.type === 'text' && JSON.parse(block.text)).toEqual({ error: message, code });
    expect(JSON.stringify(content)).not.toContain('s3cret');
  });

  it('rejects an unknown tool', async () => {
    const client = await connectMcp(createMcpApp(), { revision });
    await expect(client.callTool({ name: 'nothing' })).rejects.toThrow('Tool "nothing" not found.');
  });

  it('says where a tool is available that is not served', async () => {
    const explainMissing = (name: string) => (name === 'elsewhere' ? 'Start a job.' : undefined);
    const client = await connectMcp(createMcpApp({ explainMissing }), { revision });
    await expect(client.callTool({ name: 'elsewhere' })).rejects.toThrow('Tool "elsewhere" not found. Start a job.');
  });

  it('sends reports of a tool as progress', async () => {
    const client = await connectMcp(createMcpApp(), { revision });
    const messages: (string | undefined)[] = [];
    await client.callTool({ name: 'slow' }, { onprogress: ({ message }) => messages.push(message) });
    expect(messages).toEqual(['One.', 'Two.']);
  });
});

describe('the tools that /mcp lists', () => {
  it('are those of the toolsets, and in a read-only connection those that read', async () => {
    const app = createMcpApp();
    expect(await names(await connectMcp(app, { query: '?toolset=cluster,chart' }))).toEqual(['scale', 'edit', 'slow']);
    const reader = await connectMcp(app, { query: '?toolset=cluster,chart&readonly=true' });
    expect(await names(reader)).toEqual(['edit', 'slow']);
    const written = await reader.callTool({ name: 'edit', arguments: { path: 'a', content: '', workspaceId: 'w' } });
    expect(written).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('read-only') }] });
    await expect(reader.callTool({ name: 'scale', arguments: { replicas: 1 } })).rejects.toThrow('not found');
  });

  it('take the workspace as an argument unless the connection names it', async () => {
    const edits = async (query: string) => {
      const client = await connectMcp(createMcpApp(), { query });
      return (await client.listTools()).tools.find(({ name }) => name === 'edit')?.inputSchema.required;
    };
    expect(await edits('')).toEqual(['path', 'workspaceId']);
    expect(await edits('?workspace=w')).toEqual(['path']);
    const client = await connectMcp(createMcpApp(), { query: '?workspace=w' });
    const other = await client.callTool({ name: 'edit', arguments: { path: 'a', workspaceId: 'v' } });
    expect(other).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('another workspace') }] });
  });

  it('are those within the scopes of the token', async () => {
    const app = createMcpApp({ principal: withScopes('chart:read') });
    expect(await names(await connectMcp(app))).toEqual(['edit']);
  });
});

/** Sends one message of revision 2026-07-28 without a client. */
async function post(app: ReturnType<typeof createMcpApp>, message: unknown, headers: Record<string, string> = {}) {
  const response = await app.request('http://localhost/mcp', {
    method: 'POST',
    body: JSON.stringify(message),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const callOf = (name: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});

describe('POST /mcp', () => {
  it.each([
    { name: 'scale', given: { replicas: 2 }, scopes: ['chart:read'], scope: 'cluster:write' },
    { name: 'edit', given: { path: 'a', content: '', workspaceId: 'w' }, scopes: ['read'], scope: 'chart:write' },
  ])('answers a call of $name with 403 and the scope that the token lacks', async ({ name, given, scopes, scope }) => {
    const app = createMcpApp({ principal: withScopes(...scopes), issuer: 'https://issuer.test' });
    const { status, headers } = await post(app, callOf(name, given));
    expect(status).toBe(403);
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", error_description="This call needs a token with the scope ${scope}.", scope="${scope}", ` +
        'resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp"',
    );
  });

  it('answers a caller without a token with 401 and the address of the metadata', async () => {
    const authenticate = () => Promise.reject(new AppError({ code: 'UNAUTHORIZED', message: 'Send a token.' }));
    const issuer = 'https://issuer.test';
    const app = createMcpApp({ authenticate, issuer, publicUrl: 'https://tools.test' });
    for (const method of ['POST', 'GET', 'DELETE']) {
      const response = await app.request('/mcp', { method });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain(
        'resource_metadata="https://tools.test/.well-known/oauth-protected-resource/mcp"',
      );
    }
    const metadata = await app.request('/.well-known/oauth-protected-resource/mcp');
    expect(await metadata.json()).toMatchObject({
      resource: 'https://tools.test/mcp',
      authorization_servers: [issuer],
    });
    expect((await createMcpApp().request('/.well-known/oauth-protected-resource')).status).toBe(404);
  });

  it.each([
    { what: 'a page of another site', message: callOf('whoami'), headers: { origin: 'http://evil.test' } },
    { what: 'a sandboxed page', message: callOf('whoami'), headers: { origin: 'null' } },
    { what: 'a list of messages', message: [callOf('whoami')], headers: {} },
    { what: 'a body that is no JSON', message: callOf('whoami'), headers: { 'content-type': 'text/plain' } },
  ])('refuses $what', async ({ message, headers }) => {
    expect(await post(createMcpApp(), message, headers)).toMatchObject({ status: 400 });
  });

  it('refuses a tool call with the headers of a subscription', async () => {
    const forged = { 'mcp-method': 'subscriptions/listen', 'mcp-protocol-version': '2026-07-28' };
    expect(await post(createMcpApp(), callOf('whoami'), forged)).toMatchObject({ status: 400 });
  });

  it('accepts a page of this machine', async () => {
    const origin = { origin: 'http://127.0.0.1:6274' };
    expect(await post(createMcpApp(), callOf('whoami'), origin)).toMatchObject({ status: 200 });
  });

  it.each([
    ['toolset=clusters', 'Toolset \\"clusters\\" not found. Known toolsets: general, cluster, chart.'],
    ['readonly=perhaps', 'readonly'],
    ['read-only=true', 'The request has unknown fields: \\"read-only\\" (did you mean \\"readonly\\"?).'],
  ])('refuses ?%s', async (query, message) => {
    const response = await createMcpApp().request(`/mcp?${query}`, { method: 'POST' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(message);
  });

  it('aborts the call of a client that leaves', async () => {
    const leave = new AbortController();
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    const endless = defineTool({
      ...slow,
      execute(_input, { signal }) {
        signal.addEventListener('abort', () => resolve());
        leave.abort();
        return new Promise<never>(() => undefined);
      },
    });
    const app = createMcpApp({ tools: new ToolRegistry(bindTools([endless], {})) });
    const body = JSON.stringify(callOf('slow'));
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    void app.request(new Request('http://localhost/mcp', { method: 'POST', body, headers, signal: leave.signal }));
    await expect(aborted).resolves.toBeUndefined();
  });
});

describe('a call over /mcp that a person has to approve', () => {
  const runId = 'r1';
  /** Approves after the first request for the result. */
  function createApprovals(): CallApprovals & { readonly asked: unknown[] } {
    const asked: unknown[] = [];
    let reads = 0;
    const pending = { approvalId: 'a1', runId, effect: 'write', preview: '- 1\n+ 2', expiresAt: new Date(0) } as const;
    return {
      asked,
      async ask(_principal, { input }) {
        asked.push(input);
        return pending;
      },
      isApproved: async () => false,
      async resultOf(_principal, { approvalId }) {
        if (approvalId !== 'a1') absent();
        reads += 1;
        if (reads > 1) return { success: true, data: { text: 'Scaled.' } };
        const { expiresAt, ...details } = pending;
        const shown = { ...details, expiresAt: expiresAt.toISOString() };
        throw new AppError({ code: 'APPROVAL_REQUIRED', message: 'Waits.', details: shown });
      },
    };
  }
  const call = { name: 'scale', arguments: { replicas: 2 } };
  const webUrl = () => 'https://shipmate.test';

  it('is a request for input that links to the approval, until the call is made', async () => {
    const approvals = createApprovals();
    const shown: object[] = [];
    const client = await connectMcp(createMcpApp({ approvals, webUrl }), {
      capabilities: { elicitation: { url: {} } },
      onElicit: (params) => {
        shown.push(params);
        return 'accept';
      },
    });
    const result = await client.callTool(call);
    expect(result.content).toEqual([{ type: 'text', text: 'Scaled.' }]);
    const message = expect.stringContaining('- 1\n+ 2');
    expect(shown).toEqual([
      { message, url: 'https://shipmate.test/runs/r1' },
      { message, url: 'https://shipmate.test/runs/r1' },
    ]);
    expect(approvals.asked).toEqual([{ replicas: 2 }]);
  });

  it('is a form for a client that shows no links', async () => {
    const shown: string[] = [];
    const client = await connectMcp(createMcpApp({ approvals: createApprovals() }), {
      capabilities: { elicitation: { form: {} } },
      onElicit: ({ message }) => {
        shown.push(message);
        return 'accept';
      },
    });
    expect((await client.callTool(call)).isError ?? false).toBe(false);
    expect(shown[0]).toContain('on the page of run r1');
  });

  it('stays pending when the user declines', async () => {
    const client = await connectMcp(createMcpApp({ approvals: createApprovals(), webUrl }), {
      capabilities: { elicitation: { url: {} } },
      onElicit: () => 'decline',
    });
    expect(await client.callTool(call)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('stays pending') }],
    });
  });

  it.each(revisions)('is a text with the next step for a client of %s that cannot ask its user', async (revision) => {
    const approvals = createApprovals();
    const client = await connectMcp(createMcpApp({ approvals, webUrl }), { revision });
    const first = await client.callTool(call);
    expect(first.isError).toBe(true);
    const [block] = first.content;
    expect(block?.type === 'text' && JSON.parse(block.text)).toEqual({
      code: 'APPROVAL_REQUIRED',
      error: expect.stringMatching(
        /https:\/\/shipmate\.test\/runs\/r1, before 1970.*call it again with the same arguments and "approvalId": "a1"\./s,
      ),
    });
    const approved = { ...call, arguments: { ...call.arguments, approvalId: 'a1' } };
    expect((await client.callTool(approved)).isError).toBe(true);
    expect((await client.callTool(approved)).content).toEqual([{ type: 'text', text: 'Scaled.' }]);
  });

  it('refuses a state that was changed or belongs to another user', async () => {
    const approvals = createApprovals();
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
    };
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'scale',
    };
    const send = (principal: Principal, state: object = {}) =>
      post(
        createMcpApp({ principal, approvals, webUrl }),
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...call, ...state, _meta: meta } },
        headers,
      );
    const asked = JSON.parse((await send(ada)).text) as { result: { resultType: string; requestState: string } };
    expect(asked.result.resultType).toBe('input_required');
    const { requestState } = asked.result;
    const inputResponses = { approval: { action: 'accept' } };
    for (const [principal, state] of [
      [ada, `${requestState}x`],
      [ada, 'a1'],
      [{ ...ada, userId: 'bob' }, requestState],
    ] as const) {
      const answer = await send(principal, { requestState: state, inputResponses });
      expect(JSON.parse(answer.text)).toMatchObject({ error: { code: -32_602 } });
    }
  });
});
