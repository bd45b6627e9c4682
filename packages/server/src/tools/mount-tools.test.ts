import { AppError, type Principal, silentLogger } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { ada } from '../../test/test-app.ts';
import { testTools } from '../../test/test-tools.ts';
import { createApp } from '../app/create-app.ts';
import type { CallApprovals } from '@shipmate/domain/approval';
import { mountTools } from './mount-tools.ts';
import type { ToolScopeStores } from './tool-scope.ts';

/** Contains one workspace `w` and its run `r`. */
const stores = {
  workspaces: { get: async (_principal: Principal, id: string) => (id === 'w' ? { id } : absent()) },
  runs: { get: async (_principal: Principal, id: string) => (id === 'r' ? { id, workspaceId: 'w' } : absent()) },
} as ToolScopeStores;

function absent(): never {
  throw new AppError({ code: 'NOT_FOUND', message: 'Absent.' });
}

async function call(
  name: string,
  options: { input?: unknown; headers?: Record<string, string>; principal?: Principal } = {},
) {
  const { input = {}, headers = {}, principal = ada } = options;
  const app = createApp({ logger: silentLogger });
  mountTools(app, { tools: testTools, authenticate: async () => principal, unitOfWork: { stores } });
  const response = await app.request(`/api/tools/${name}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const text = await response.text();
  expect(text).not.toContain('s3cret');
  return { status: response.status, body: JSON.parse(text) as unknown };
}

it('GET /api/tools lists every tool with its schemas', async () => {
  const app = createApp({ logger: silentLogger });
  mountTools(app, { tools: testTools, authenticate: async () => ada, unitOfWork: { stores } });
  const { tools } = (await (await app.request('/api/tools')).json()) as { tools: unknown[] };
  expect(tools).toHaveLength(7);
  expect(tools.at(-1)).toMatchObject({
    name: 'destroys',
    description: 'Cannot be undone.',
    category: 'general',
    effect: 'destructive',
    inputSchema: { type: 'object', properties: { dryRun: { type: 'boolean' } } },
    route: '/api/tools/destroys',
  });
});

it('POST /api/tools/{name} says where a tool is available that is not served', async () => {
  const app = createApp({ logger: silentLogger });
  const explainMissing = (name: string) => (name === 'elsewhere' ? 'Start a job.' : undefined);
  mountTools(app, { tools: testTools, authenticate: async () => ada, unitOfWork: { stores }, explainMissing });
  const body = async (name: string) => (await app.request(`/api/tools/${name}`, { method: 'POST' })).json();
  expect(await body('elsewhere')).toMatchObject({
    code: 'NOT_FOUND',
    message: 'Tool "elsewhere" not found. Start a job.',
  });
  expect(await body('nothing')).toMatchObject({ code: 'NOT_FOUND', message: 'Tool "nothing" not found.' });
});

it('POST /api/tools/{name} authenticates the caller before anything else', async () => {
  const app = createApp({ logger: silentLogger });
  const authenticate = () => Promise.reject(new AppError({ code: 'UNAUTHORIZED', message: 'Sign in.' }));
  mountTools(app, { tools: testTools, authenticate, unitOfWork: { stores } });
  for (const [path, method] of [
    ['/api/tools', 'GET'],
    ['/api/tools/whoami', 'POST'],
    ['/api/tools/nothing', 'POST'],
  ] as const) {
    const response = await app.request(path, { method });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
  }
});

it('POST /api/tools/{name} runs a tool with the defaults of its input', async () => {
  const data = { loud: false, userId: 'ada', toolCallId: expect.any(String) };
  expect(await call('whoami')).toEqual({ status: 200, body: { success: true, data } });
});

it.each([
  { what: 'an unknown tool', name: 'nothing', status: 404, code: 'NOT_FOUND' },
  { what: 'a wrong input', name: 'whoami', input: { loud: 'yes' }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'an input that is no object', name: 'whoami', input: [1], status: 400, code: 'VALIDATION_ERROR' },
])('POST /api/tools/{name} refuses $what', async ({ name, input, status, code }) => {
  expect(await call(name, { input })).toMatchObject({ status, body: { success: false, code } });
});

describe('POST /api/tools/{name} of a faulty tool', () => {
  it('responds INTERNAL_ERROR without details when the tool throws', async () => {
    expect(await call('throws')).toMatchObject({ status: 500, body: { success: false, code: 'INTERNAL_ERROR' } });
  });

  it('responds when the tool hangs', async () => {
    expect(await call('hangs')).toMatchObject({ status: 200, body: { success: false, metadata: { code: 'TIMEOUT' } } });
  });

  it('responds with the output and the failure that it reports', async () => {
    const metadata = { code: 'EXTERNAL_API_ERROR', recoverable: false };
    const body = { success: false, error: 'Exit code 1.', metadata, data: { exitCode: 1 } };
    expect(await call('exits')).toEqual({ status: 200, body });
  });

  it('responds with the digits of a returned BigInt', async () => {
    expect(await call('counts')).toEqual({ status: 200, body: { success: true, data: { total: '9007199254740993' } } });
  });
});

it.each([
  ['NOT_FOUND', 200],
  ['CONFLICT', 200],
  ['VALIDATION_ERROR', 200],
  ['RATE_LIMITED', 429],
  ['DATABASE_ERROR', 500],
  ['EXTERNAL_API_ERROR', 502],
  ['UNAVAILABLE', 503],
] as const)('POST /api/tools/{name} responds to a failure with %s by %i', async (code, status) => {
  const answer = await call('fail', { input: { code } });
  expect(answer).toMatchObject({
    status,
    body:
      status === 200
        ? { success: false, error: 'It failed.', metadata: { code } }
        : { success: false, message: 'It failed.', code },
  });
});

it('POST /api/tools/{name} does not run an irreversible call', async () => {
  expect(await call('destroys', { input: { dryRun: true } })).toMatchObject({ body: { success: true } });
  expect(await call('destroys', { input: { dryRun: false } })).toMatchObject({
    status: 409,
    body: { success: false, code: 'APPROVAL_REQUIRED' },
  });
});

describe('POST /api/tools/{name} of a call that a person approved in its run', () => {
  const approvals: CallApprovals = {
    ask: () => Promise.reject(new Error('The call of a run needs no approval.')),
    isApproved: async (_principal, { runId, toolCallId }) => runId === 'r' && toolCallId === 'call_1',
    resultOf: () => Promise.reject(new Error('No result is read.')),
  };

  it.each([
    { via: 'tool_token', toolCall: 'call_1', status: 200 },
    { via: 'jwt', toolCall: 'call_1', status: 200 },
    { via: 'tool_token', toolCall: 'call_2', status: 409 },
    { via: 'extension_token', toolCall: 'call_1', status: 409 },
  ] as const)('responds with $status when $toolCall comes with a $via', async ({ via, toolCall, status }) => {
    const app = createApp({ logger: silentLogger });
    const authenticate = async (): Promise<Principal> => ({ ...ada, via });
    mountTools(app, { tools: testTools, authenticate, unitOfWork: { stores }, approvals });
    const response = await app.request('/api/tools/destroys', {
      method: 'POST',
      body: JSON.stringify({ dryRun: false }),
      headers: { 'content-type': 'application/json', 'x-shipmate-run': 'r', 'x-shipmate-tool-call': toolCall },
    });
    expect(response.status).toBe(status);
  });
});

describe('the workspace and run of a tool call', () => {
  const scoped: Principal = { ...ada, via: 'tool_token', scope: { workspaceId: 'w', runId: 'r' } };

  it.each([
    { what: 'the headers', headers: { 'x-shipmate-workspace': 'w', 'x-shipmate-run': 'r' }, principal: ada },
    { what: 'the token', headers: {}, principal: scoped },
    { what: 'both when they agree', headers: { 'x-shipmate-workspace': 'w' }, principal: scoped },
  ])('come from $what', async ({ headers, principal }) => {
    expect(await call('whoami', { headers, principal })).toMatchObject({
      body: { data: { workspaceId: 'w', runId: 'r' } },
    });
  });

  it('are passed with the id of the call in the run', async () => {
    const headers = { 'x-shipmate-run': 'r', 'x-shipmate-tool-call': 'call_1' };
    expect(await call('whoami', { headers })).toMatchObject({ body: { data: { runId: 'r', toolCallId: 'call_1' } } });
  });

  it.each([
    { what: 'a foreign workspace', headers: { 'x-shipmate-workspace': 'other' }, principal: ada },
    { what: 'a foreign run', headers: { 'x-shipmate-run': 'other' }, principal: ada },
    {
      what: 'a workspace outside the token',
      headers: { 'x-shipmate-workspace': 'w' },
      principal: { ...scoped, scope: { workspaceId: 'v' } },
    },
    {
      what: 'a run outside the token',
      headers: { 'x-shipmate-run': 'r' },
      principal: { ...scoped, scope: { runId: 'q' } },
    },
  ])('are not found for $what', async ({ headers, principal }) => {
    expect(await call('whoami', { headers, principal })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
