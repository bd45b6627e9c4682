import { createTestDatabase } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { createTestRun } from '@shipmate/domain/testing';
import type { ApprovalListResponse, ApprovalView, ToolGrantListResponse } from '@shipmate/protocol/web/approvals';
import type { AuditListResponse } from '@shipmate/protocol/web/audit';
import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type { RunTrace } from '@shipmate/protocol/web/runs';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { createAgentChatClient } from '@shipmate/protocol/client';
import { createJwtVerifier, type JwtVerifier } from '@shipmate/server';
import { describe, expect, it } from 'vitest';
import { createRemoveTool, createRemovingModel } from './remove-tool.ts';
import { read, readError } from './read-json.ts';
import { jwtAudience, jwtIssuer, jwtSecret, signJwt } from './sign-jwt.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

async function ask(browser: TestBrowser, workspaceId: string, chatId = newId()) {
  const response = await browser.post('/api/chat', {
    id: chatId,
    workspaceId,
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Remove web.' }] }],
  });
  return { chatId, stream: response.text() };
}

async function pending(browser: TestBrowser): Promise<readonly ApprovalView[]> {
  return (await read<ApprovalListResponse>(await browser.fetch('/api/approvals'))).approvals;
}

/** Sets up a question whose answer waits for approval. */
async function setUp({
  jwtVerifier,
  ...options
}: Parameters<typeof createRemoveTool>[0] & { readonly jwtVerifier?: JwtVerifier } = {}) {
  const { removed, extraTools } = createRemoveTool(options);
  const model = createRemovingModel();
  const web = await startWeb({ extraTools, model, ...(jwtVerifier && { jwtVerifier }) });
  const browser = await web.signIn();
  const { workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {}));
  const { chatId, stream } = await ask(browser, workspaceId);
  await expect.poll(async () => (await pending(browser)).length).toBe(1);
  const approval = (await pending(browser))[0] as ApprovalView;
  const trace = async () => read<RunTrace>(await browser.fetch(`/api/runs/${approval.runId}`));
  await expect.poll(async () => (await trace()).run.status).toBe('waiting');
  const decide = (body: object) => browser.post(`/api/approvals/${approval.id}/decision`, body);
  return { web, browser, model, removed, workspaceId, chatId, stream, approval, trace, decide };
}

it('an approval shows the exact call before it is made, and makes it once approved', async () => {
  const { web, browser, removed, stream, approval, trace, decide } = await setUp();
  await using _ = web;
  expect(approval).toMatchObject({ tool: 'remove', input: { name: 'web' }, effect: 'destructive', status: 'pending' });
  expect((await trace()).approvals).toEqual([approval]);
  expect(await read(await browser.fetch('/api/approvals?offset=1&limit=1'))).toEqual({ approvals: [], total: 1 });
  expect(removed).toEqual([]);

  const decided = await decide({ decision: 'approve' });
  expect([decided.status, await read(decided)]).toMatchObject([200, { status: 'approved', decidedBy: 'user' }]);
  const received = await stream;
  expect(received).toContain(`{"type":"tool-approval-request","approvalId":"${approval.id}"`);
  expect(received).toContain('Done.');
  expect(removed).toEqual(['web']);
  expect(await pending(browser)).toEqual([]);
  expect(await trace()).toMatchObject({
    run: { status: 'completed' },
    approvals: [{ status: 'used' }],
    steps: [{ toolCalls: [{ name: 'remove', effect: 'destructive', status: 'finished' }] }, { text: 'Done.' }],
  });
});

it('an approval cannot be decided by a program with a token of the person', async () => {
  const { web, browser, removed, stream, approval, decide } = await setUp();
  await using _ = web;
  const made = await browser.post('/api/tokens', { name: 'agent', expiresInDays: 1 });
  const { secret } = await read<CreateApiTokenResponse>(made);
  const program = web.openBrowser({ authorization: `Bearer ${secret}` });
  expect(await pending(program)).toEqual([approval]);
  for (const decision of ['approve', 'deny']) {
    const refused = await program.post(`/api/approvals/${approval.id}/decision`, { decision });
    expect(await readError(refused)).toEqual([401, 'UNAUTHORIZED']);
  }
  expect([await pending(browser), removed]).toEqual([[approval], []]);
  expect((await decide({ decision: 'approve' })).status).toBe(200);
  await stream;
  expect(removed).toEqual(['web']);
});

it('an approval can be decided by a JWT with the person claim, and by no other JWT', async () => {
  const jwtVerifier = createJwtVerifier({
    issuer: jwtIssuer,
    audience: jwtAudience,
    key: { secret: jwtSecret },
    personClaim: 'person',
  });
  const { web, browser, removed, stream, approval } = await setUp({ jwtVerifier });
  await using _ = web;
  const { user } = browser.tenant;
  const clientOf = (claims: object) =>
    createAgentChatClient({ baseUrl: web.url, token: signJwt({ sub: user.id, ...claims }) });
  const program = clientOf({ person: 'true' });
  expect(await program.getApproval(approval.id)).toEqual(approval);
  await expect(program.decide(approval.id, { decision: 'approve' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(removed).toEqual([]);
  const person = clientOf({ person: true });
  expect(await person.decide(approval.id, { decision: 'approve' })).toMatchObject({ status: 'approved' });
  await stream;
  expect(removed).toEqual(['web']);
});

it('a denial passes its reason to the model', async () => {
  const { web, browser, model, removed, stream, approval, decide } = await setUp();
  await using _ = web;
  await decide({ decision: 'deny', reason: 'Not on a Friday.' });
  await stream;
  expect(removed).toEqual([]);
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('the user declined it: Not on a Friday.');
  const answer = await browser.fetch(`/api/approvals/${approval.id}`);
  expect(await read(answer)).toMatchObject({ status: 'denied', reason: 'Not on a Friday.' });
});

describe('two decisions', () => {
  it.each([
    ['approve', { decision: 'approve' }, { decision: 'deny' }],
    ['deny', { decision: 'deny' }, { decision: 'approve' }],
  ])('%s: the same decision again changes nothing, a different one is a conflict', async (_name, first, other) => {
    const { web, removed, stream, decide } = await setUp();
    await using _ = web;
    const answers = await Promise.all([decide(first), decide(first)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await stream;
    expect((await decide(first)).status).toBe(200);
    expect(await readError(await decide(other))).toEqual([409, 'CONFLICT']);
    expect(removed).toEqual(first.decision === 'approve' ? ['web'] : []);
  });
});

it('an approval is refused once the run was stopped', async () => {
  const { web, browser, removed, approval, decide, trace } = await setUp();
  await using _ = web;
  expect((await browser.post(`/api/runs/${approval.runId}/stop`, {})).status).toBe(204);
  expect(await trace()).toMatchObject({ run: { status: 'cancelled' }, approvals: [{ status: 'cancelled' }] });
  expect(await readError(await decide({ decision: 'approve' }))).toEqual([409, 'CONFLICT']);
  expect(removed).toEqual([]);
});

it('a destructive tool gets no standing grant', async () => {
  const { web, browser, workspaceId, decide } = await setUp();
  await using _ = web;
  expect(await readError(await decide({ decision: 'always' }))).toEqual([400, 'VALIDATION_ERROR']);
  expect(await read(await browser.fetch(`/api/workspaces/${workspaceId}/grants`))).toEqual({ grants: [] });
});

it('a pending approval survives a restart on the same database', async () => {
  await using database = await createTestDatabase('pglite');
  const { removed, extraTools } = createRemoveTool();
  const model = createRemovingModel();
  const first = await startWeb({ database, extraTools, model });
  const before = await first.signIn();
  const { workspaceId } = await read<CreateWorkspaceResponse>(await before.post('/api/workspaces', {}));
  const { chatId, stream } = await ask(before, workspaceId);
  await expect.poll(async () => (await pending(before)).length).toBe(1);
  const approvalId = (await pending(before))[0]?.id;
  await first[Symbol.asyncDispose]();
  await stream;

  await using second = await startWeb({ database, extraTools, model });
  const browser = await second.signIn(before.tenant);
  expect(await pending(browser)).toMatchObject([{ id: approvalId, status: 'pending' }]);
  expect((await browser.post(`/api/approvals/${approvalId}/decision`, { decision: 'approve' })).status).toBe(200);
  const messages = async () =>
    (await read<ConversationResponse>(await browser.fetch(`/api/conversations/${chatId}/messages`))).messages;
  await expect.poll(async () => JSON.stringify(await messages())).toContain('Done.');
  expect(removed).toEqual(['web']);
});

it('a standing grant approves a tool in a workspace, is listed, and can be revoked', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { principal } = browser.tenant;
  const { workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {}));
  const runId = await createTestRun(web.unitOfWork, principal, workspaceId);
  const call = { runId, toolCallId: 'call', tool: 'remove', input: {}, effect: 'write', signature: 's' } as const;
  const { id } = await web.unitOfWork.stores.approvals.request(principal, {
    ...call,
    id: newId(),
    isGrantable: true,
    expiresInSeconds: 60,
  });
  const always = await browser.post(`/api/approvals/${id}/decision`, { decision: 'always' });
  expect([always.status, await read(always)]).toMatchObject([200, { status: 'approved', decidedBy: 'user' }]);

  const list = async () => read<ToolGrantListResponse>(await browser.fetch(`/api/workspaces/${workspaceId}/grants`));
  const { grants } = await list();
  expect(grants).toMatchObject([{ tool: 'remove' }]);
  const revoke = () => browser.fetch(`/api/grants/${grants[0]?.id}`, { method: 'DELETE' });
  expect((await revoke()).status).toBe(204);
  expect(await list()).toEqual({ grants: [] });
  const { entries } = await read<AuditListResponse>(await browser.fetch('/api/audit'));
  expect(entries.filter(({ kind }) => kind !== 'run_asked').map(({ kind, details }) => [kind, details])).toEqual([
    ['grant_revoked', { tool: 'remove' }],
    ['tool_call_approved', expect.objectContaining({ tool: 'remove' })],
    ['grant_created', { tool: 'remove' }],
  ]);
  expect(await readError(await revoke())).toEqual([404, 'NOT_FOUND']);
});
