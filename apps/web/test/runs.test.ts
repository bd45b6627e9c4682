import { newId } from '@shipmate/domain';
import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type { ConversationDetail } from '@shipmate/protocol/web/conversations';
import type { RetryRunResponse, RunListResponse, RunTrace } from '@shipmate/protocol/web/runs';
import type { CreateWorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRemoveTool, createRemovingModel } from './remove-tool.ts';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser, type TestWeb } from './start-web.ts';

async function list(browser: TestBrowser, query = ''): Promise<RunListResponse> {
  return read(await browser.fetch(`/api/runs${query}`));
}

async function ask(browser: TestBrowser, { workspaceId, text = 'Remove web.', chatId = newId() }: Asked) {
  const messages = [{ role: 'user', parts: [{ type: 'text', text }] }];
  await (await browser.post('/api/chat', { id: chatId, workspaceId, messages })).text();
  const { runs } = await list(browser);
  return { chatId, runId: runs[0]?.id ?? '' };
}

interface Asked {
  readonly workspaceId: string;
  readonly text?: string;
  readonly chatId?: string;
}

const { removed, extraTools } = createRemoveTool({ effect: 'write' });
let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({ extraTools, model: createRemovingModel() });
});
afterAll(() => web[Symbol.asyncDispose]());

/** Sets up a signed-in person with a workspace, without any removals yet. */
async function setUp() {
  removed.length = 0;
  const browser = await web.signIn();
  const { workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {}));
  const trace = async (runId: string) => read<RunTrace>(await browser.fetch(`/api/runs/${runId}`));
  return { browser, workspaceId, trace };
}

it('GET /api/runs lists runs in pages, by status and by workspace', async () => {
  const { browser, workspaceId } = await setUp();
  const ids: string[] = [];
  for (const _question of [1, 2, 3]) ids.unshift((await ask(browser, { workspaceId })).runId);
  const idsOf = async (query: string) => {
    const { runs, next } = await list(browser, query);
    return [runs.map(({ id }) => id), next];
  };
  expect(await idsOf('')).toEqual([ids, null]);
  expect(await idsOf('?limit=2')).toEqual([ids.slice(0, 2), ids[1]]);
  expect(await idsOf(`?limit=2&before=${ids[1]}`)).toEqual([ids.slice(2), null]);
  expect(await idsOf(`?status=completed&workspace_id=${workspaceId}`)).toEqual([ids, null]);
  expect(await idsOf('?status=active')).toEqual([[], null]);
  expect(await idsOf(`?workspace_id=${newId()}`)).toEqual([[], null]);
  for (const query of ['?status=odd', '?limit=0', '?before=x']) {
    expect(await readError(await browser.fetch(`/api/runs${query}`))).toEqual([400, 'VALIDATION_ERROR']);
  }
});

it('GET /api/runs/{id} returns the steps of a run and its usage', async () => {
  const { browser, workspaceId, trace } = await setUp();
  const { runId } = await ask(browser, { workspaceId });
  const { run, steps, ...rest } = await trace(runId);
  expect(run).toMatchObject({
    id: runId,
    workspaceId,
    status: 'completed',
    model: 'demo:shipmate-demo',
    isStopping: false,
  });
  expect(rest).toMatchObject({
    question: 'Remove web.',
    contextType: 'chart',
    persona: 'developer',
    stopReason: 'final',
    error: null,
    retryOf: null,
    lastRetryStep: 1,
  });
  expect(steps).toMatchObject([
    {
      turn: 0,
      text: 'I remove it.',
      isKept: false,
      durationMs: expect.any(Number),
      toolCalls: [
        { name: 'remove', input: { name: 'web' }, effect: 'write', status: 'finished', output: '{"removed":"web"}' },
      ],
    },
    { turn: 1, text: 'Done.', toolCalls: [] },
  ]);
  const spent = steps.map(({ usage }) => usage.inputTokens).reduce((sum, tokens) => sum + tokens, 0);
  expect(run.usage.inputTokens).toBe(spent);
});

it('POST retry retries a run from a step, repeats no call and keeps the old run', async () => {
  const { browser, workspaceId, trace } = await setUp();
  const { runId } = await ask(browser, { workspaceId });
  const before = await trace(runId);
  const retry = (fromStep: unknown) => browser.post(`/api/runs/${runId}/retry`, { from_step: fromStep });
  for (const bad of [-1, 2, 'x']) expect(await readError(await retry(bad))).toEqual([400, 'VALIDATION_ERROR']);

  const response = await retry(1);
  expect(response.status).toBe(201);
  const retried = (await read<RetryRunResponse>(response)).runId;
  await expect.poll(async () => (await trace(retried)).run.status).toBe('completed');
  expect(await trace(retried)).toMatchObject({
    question: 'Remove web.',
    retryOf: { runId, fromStep: 1 },
    steps: [{ isKept: true, usage: { inputTokens: 0 }, toolCalls: [{ name: 'remove' }] }, { isKept: false }],
  });
  expect(removed).toEqual(['web']);
  expect(await trace(runId)).toEqual(before);
});

it('POST retry of a run with later questions opens a branch of its conversation', async () => {
  const { browser, workspaceId, trace } = await setUp();
  const { chatId, runId } = await ask(browser, { workspaceId });
  const asked = await trace(runId);
  const { runId: nextId } = await ask(browser, { workspaceId, chatId, text: 'And now?' });
  expect([asked, await trace(runId), await trace(nextId)]).toMatchObject([
    { retryBranches: false },
    { retryBranches: true, question: 'Remove web.' },
    { retryBranches: false },
  ]);

  const response = await browser.post(`/api/runs/${runId}/retry`, { from_step: 1 });
  const retried = await read<RetryRunResponse>(response);
  await expect.poll(async () => (await trace(retried.runId)).run.status).toBe('completed');
  expect(removed).toEqual(['web']);
  expect(await trace(retried.runId)).toMatchObject({
    run: { conversationId: retried.conversationId },
    question: 'Remove web.',
    retryOf: { runId, fromStep: 1 },
    retryBranches: false,
  });
  const branchOf = async (id: string) =>
    (await read<ConversationDetail>(await browser.fetch(`/api/conversations/${id}`))).branchOf;
  expect(await branchOf(retried.conversationId)).toEqual({ runId, fromStep: 1 });
  expect(await branchOf(chatId)).toBeNull();
  const { messages } = await read<ConversationResponse>(
    await browser.fetch(`/api/conversations/${retried.conversationId}/messages`),
  );
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
});

it('POST stop of an ended run is no error', async () => {
  const { browser, workspaceId, trace } = await setUp();
  const { runId } = await ask(browser, { workspaceId });
  expect((await browser.post(`/api/runs/${runId}/stop`, {})).status).toBe(204);
  expect((await trace(runId)).run.status).toBe('completed');
});
