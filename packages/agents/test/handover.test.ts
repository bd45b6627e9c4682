import { bindTools, defineTool, silentLogger, type ToolEffect } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { readAudit } from '@shipmate/domain/use-cases';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createRunWorker, stopUnreadRuns, type RunExecutor } from '../src/index.ts';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

/** Creates a tool that runs until it is released. */
function createSlowTool(effect: ToolEffect) {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const definition = defineTool({
    name: 'slow',
    description: 'Works for a while.',
    category: 'chart',
    effect,
    input: z.object({}),
    output: z.object({}),
    execute: async () => {
      begun.resolve();
      await released.promise;
      return {};
    },
  });
  return { tools: bindTools([definition], {}), begun: begun.promise, release: () => released.resolve() };
}

const statusOf = async ({ unitOfWork, principal }: AgentFixture, runId: string) =>
  (await unitOfWork.stores.runs.get(principal, runId)).status;
const typesOf = async (fixture: AgentFixture, runId: string) => {
  const events = await fixture.unitOfWork.stores.runs.listEvents(runId, { after: 0, limit: 100 });
  return events.map(({ event }) => event.type);
};

const oneHour = 3_600_000;

interface Leaving {
  readonly waitsForTool: boolean;
  /** The time that the process waits for models and tools at shutdown. */
  readonly drainMs?: number;
  /** Default true. */
  readonly detached?: boolean;
}

/** Begins a run, closes its process while the tool runs, and lets another process take over. */
async function leaveDuringTool(
  fixture: AgentFixture,
  effect: ToolEffect,
  { waitsForTool, drainMs = 0, detached = true }: Leaving,
) {
  const slow = createSlowTool(effect);
  const model = new ScriptedModel([{ toolCalls: [{ name: 'slow', id: 'call' }] }, { text: 'Done.' }]);
  const ms = waitsForTool ? oneHour : drainMs;
  const options = { extraTools: slow.tools, drainMs: ms, toolDrainMs: ms };
  const executor = fixture.createExecutor(model, options);
  const { run, conversation } = await executor.start(fixture.principal, { ...fixture.question('go'), detached });
  await slow.begun;
  const closing = executor.close();
  if (waitsForTool) slow.release();
  await closing;
  slow.release();
  const next = fixture.createExecutor(model, options);
  await (await next.takeOver())?.finished;
  return { run, conversation, next };
}

it('an executor waits for a running write when it is closed, so that the call is not repeated', async () => {
  await using fixture = await createAgentFixture();
  const { run } = await leaveDuringTool(fixture, 'write', { waitsForTool: true });
  expect(await statusOf(fixture, run.id)).toBe('completed');
  expect((await typesOf(fixture, run.id)).filter((type) => type === 'tool_result')).toHaveLength(1);
  expect(await fixture.unitOfWork.stores.runs.listToolCalls(run.id)).toMatchObject([{ status: 'finished' }]);
});

it('an executor releases a run at once when only a read is running, and the read is repeated', async () => {
  await using fixture = await createAgentFixture();
  const { run } = await leaveDuringTool(fixture, 'read', { waitsForTool: false, drainMs: oneHour });
  expect(await statusOf(fixture, run.id)).toBe('completed');
  expect((await typesOf(fixture, run.id)).filter((type) => type === 'turn_started')).toHaveLength(2);
});

it('an executor makes no call once it is closing', async () => {
  await using fixture = await createAgentFixture();
  const gate = Promise.withResolvers<void>();
  const toolCalls = [{ name: 'slow', id: 'call' }];
  using model = new ScriptedModel([{ text: 'I look.', toolCalls, until: gate.promise }, { text: 'Done.' }]);
  const { tools, release } = createSlowTool('write');
  const options = { extraTools: tools, drainMs: oneHour, toolDrainMs: oneHour };
  const executor = fixture.createExecutor(model, options);
  const { run } = await executor.start(fixture.principal, fixture.question('go'));
  await expect.poll(() => typesOf(fixture, run.id)).toContain('content');
  const closing = executor.close();
  gate.resolve();
  await closing;
  expect(await statusOf(fixture, run.id)).toBe('queued');
  expect(await fixture.unitOfWork.stores.runs.listToolCalls(run.id)).toEqual([]);

  release();
  await (await fixture.createExecutor(model, options).takeOver())?.finished;
  expect(await statusOf(fixture, run.id)).toBe('completed');
  expect(await typesOf(fixture, run.id)).not.toContain('turn_restarted');
});

it.each([
  { choice: 'done', isError: false },
  { choice: 'leave', isError: true },
  { choice: 'again', isError: false },
] as const)(
  'a run asks about a write of unknown outcome and continues after the decision "$choice"',
  async (expected) => {
    await using fixture = await createAgentFixture();
    const { run, conversation, next } = await leaveDuringTool(fixture, 'write', { waitsForTool: false });
    expect(await statusOf(fixture, run.id)).toBe('waiting');
    expect((await typesOf(fixture, run.id)).at(-1)).toBe('tool_call_unknown');
    expect(await next.takeOver()).toBeUndefined();

    const decide = (toolCallId: string, principal = fixture.principal) =>
      next.decide(principal, conversation.id, { toolCallId, choice: expected.choice });
    await expect(decide('another')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(decide('call', { ...fixture.principal, userId: newId() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await decide('call');
    await expect(decide('call')).rejects.toMatchObject({ code: expect.stringMatching(/CONFLICT|NOT_FOUND/) });
    const log = (await fixture.events(run.id)).map(({ event }) => event);
    const results = log.filter((event) => event.type === 'tool_result');
    expect(results).toMatchObject([{ toolCallId: 'call', isError: expected.isError }]);
    expect(log.filter(({ type }) => type === 'tool_call')).toHaveLength(1);
    expect(log.at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' });
    const settled = await readAudit(fixture.unitOfWork.stores, fixture.principal, {
      kind: 'tool_call_settled',
      limit: 9,
    });
    expect(settled).toMatchObject([{ subjectId: run.id, details: { toolCallId: 'call', choice: expected.choice } }]);
  },
);

it('a waiting run ends when a person stops it', async () => {
  await using fixture = await createAgentFixture();
  const { run, conversation, next } = await leaveDuringTool(fixture, 'write', { waitsForTool: false });
  expect(await next.stop(fixture.principal, conversation.id)).toBe(true);
  expect(await statusOf(fixture, run.id)).toBe('cancelled');
  const stored = await fixture.unitOfWork.stores.conversations.listMessages(fixture.principal, conversation.id);
  expect(stored.map(({ message }) => message.role)).toEqual(['user', 'assistant']);
});

it('an executor stops a run that another process executes and keeps its content', async () => {
  await using fixture = await createAgentFixture();
  using model = new ScriptedModel([{ text: 'Once upon', until: new Promise(() => undefined) }]);
  const { run, conversation } = await fixture
    .createExecutor(model)
    .start(fixture.principal, fixture.question('a story'));
  for await (const { event } of fixture.runLog.tail(run.id, { signal: AbortSignal.timeout(120_000) })) {
    if (event.type === 'content') break;
  }
  const elsewhere = fixture.createExecutor(model);
  expect(await elsewhere.stop(fixture.principal, conversation.id)).toBe(true);
  expect((await fixture.events(run.id)).at(-1)?.event).toMatchObject({ status: 'cancelled' });
  expect(await fixture.unitOfWork.stores.runs.get(fixture.principal, run.id)).toMatchObject({
    stopRequestedByUserId: fixture.principal.userId,
  });
});

it.each([
  { isRead: false, status: 'cancelled' },
  { isRead: true, status: 'completed' },
])('a run that is not detached is taken over only if it has a reader: $isRead', async ({ isRead, status }) => {
  await using fixture = await createAgentFixture();
  const model = new ScriptedModel([
    { text: 'Once upon', until: new Promise(() => undefined) },
    { text: 'Done.', until: isRead ? Promise.resolve() : new Promise(() => undefined) },
  ]);
  const executor = fixture.createExecutor(model);
  const { run } = await executor.start(fixture.principal, { ...fixture.question('go'), detached: false });
  await expect.poll(() => typesOf(fixture, run.id)).toContain('content');
  await executor.close();
  if (isRead) await fixture.unitOfWork.stores.runs.noteReaders([run.id]);
  await (await fixture.createExecutor(model).takeOver())?.finished;
  expect(await statusOf(fixture, run.id)).toBe(status);
});

it('a waiting run that is not detached ends when its process and its readers are gone', async () => {
  await using fixture = await createAgentFixture();
  const { run, next } = await leaveDuringTool(fixture, 'write', { waitsForTool: false, detached: false });
  expect(await statusOf(fixture, run.id)).toBe('waiting');
  const stopLooking = stopUnreadRuns({ runs: fixture.unitOfWork.stores.runs, logger: silentLogger, graceMs: 20 });
  await expect
    .poll(async () => {
      await (await next.takeOver())?.finished;
      return statusOf(fixture, run.id);
    })
    .toBe('cancelled');
  stopLooking();
});

it('a run fails when five executors in a row died during it', async () => {
  await using fixture = await createAgentFixture();
  using model = new ScriptedModel([]);
  const executor = fixture.createExecutor(model);
  const { run } = await executor.enqueue(fixture.principal, fixture.question('go'));
  const { runs } = fixture.unitOfWork.stores;
  for (let attempt = 0; attempt < 5; attempt += 1) await runs.claim(run.id, { owner: newId(), seconds: 0 });
  await (await executor.takeOver())?.finished;
  expect((await fixture.events(run.id)).at(-1)?.event).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('5 times') },
  });
});

it('a run worker executes queued runs up to its concurrency until it drains', async () => {
  await using fixture = await createAgentFixture();
  const { notifications } = fixture.database;
  let [going, most] = [0, 0];
  const model = new ScriptedModel([{ text: 'Done.', times: Infinity }]);
  const executor: RunExecutor = fixture.createExecutor(model);
  const counted = {
    async takeOver() {
      const execution = await executor.takeOver();
      if (execution) most = Math.max(most, ++going);
      void execution?.finished.then(() => (going -= 1));
      return execution;
    },
  };
  const draining = new AbortController();
  const worker = createRunWorker({
    executor: counted,
    notifications,
    logger: silentLogger,
    draining: draining.signal,
    concurrency: 2,
    pollMs: 3_600_000,
  });
  const runs = await Promise.all(
    Array.from({ length: 6 }, () => executor.enqueue(fixture.principal, { ...fixture.question('go'), origin: 'job' })),
  );
  for (const { run } of runs) {
    expect((await fixture.events(run.id)).at(-1)?.event).toMatchObject({ status: 'completed' });
  }
  expect(most).toBeLessThanOrEqual(2);
  draining.abort();
  await worker.close();
  const { run } = await executor.enqueue(fixture.principal, fixture.question('too late'));
  expect(run).toMatchObject({ status: 'queued', origin: 'chat' });
  expect(await statusOf(fixture, run.id)).toBe('queued');
});
