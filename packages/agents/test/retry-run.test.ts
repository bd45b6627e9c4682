import { bindTools, defineTool, noUsage, textOf, toolCallsOf, type Message, type ModelRequest } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { toExchanges } from '@shipmate/domain/conversation';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RunRequest } from '../src/index.ts';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

const fixtures: AgentFixture[] = [];
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) await fixture[Symbol.asyncDispose]();
});

/** Counts the tool messages since the last question. */
const countAnswers = (messages: readonly Message[]): number =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'user')).filter(({ role }) => role === 'tool').length;
const afterAnswers = (count: number, step: ScriptedStep): ScriptedStep => ({
  ...step,
  times: Infinity,
  when: ({ messages }) => countAnswers(messages) === count,
});
const put = (name: string) => [{ name: 'put', input: { name } }];
const script = [
  afterAnswers(0, { text: 'First.', toolCalls: put('a') }),
  afterAnswers(1, { text: 'Second.', toolCalls: put('b') }),
  afterAnswers(2, { text: 'Both are there.' }),
];

/** Runs a question that takes two tool calls and three turns, to its end. */
async function setUp(asking: Partial<RunRequest> = {}) {
  const fixture = await createAgentFixture();
  fixtures.push(fixture);
  const done: string[] = [];
  const tool = defineTool({
    name: 'put',
    description: 'Puts a thing.',
    category: 'chart',
    effect: 'write',
    input: z.object({ name: z.string() }),
    output: z.object({ put: z.string() }),
    execute: async ({ name }) => {
      done.push(name);
      return { put: name };
    },
  });
  const { principal, unitOfWork } = fixture;
  const { runs } = unitOfWork.stores;
  const model = new ScriptedModel(script);
  const extraTools = bindTools([tool], {});
  const executor = fixture.createExecutor(model, { extraTools });
  const conversationId = newId();
  const ask = async (message: string) => {
    const { run } = await executor.start(principal, { ...fixture.question(message, conversationId), ...asking });
    await fixture.events(run.id);
    return run;
  };
  const run = await ask('Put a and b.');
  return {
    ...fixture,
    ask,
    runs,
    model,
    done,
    extraTools,
    executor,
    run,
    conversationId,
    get: () => runs.get(principal, run.id),
  };
}

const toTold = ({ messages }: ModelRequest): string => JSON.stringify(messages);
const turnsOf = (messages: readonly Message[]) =>
  messages.map((message) =>
    message.role === 'assistant' ? toolCallsOf(message).map(({ input }) => input) : message.role,
  );

it.each([
  { keptTurns: 0, again: ['a', 'b'] },
  { keptTurns: 1, again: ['b'] },
  { keptTurns: 2, again: [] },
])(
  'retry sends the model the same messages as before turn $keptTurns and repeats no kept call',
  async ({ keptTurns, again }) => {
    const { executor, principal, run, runs, model, done, events, get } = await setUp();
    const before = await get();
    const asked = model.requests.map(toTold);
    model.requests.length = 0;
    done.length = 0;

    const retried = await executor.retry(principal, { runId: run.id, keptTurns });
    const log = await events(retried.id);
    expect(model.requests.map(({ messages }) => turnsOf(messages)).length).toBe(3 - keptTurns);
    expect(JSON.stringify(model.requests[0]?.messages)).toBe(asked[keptTurns]);
    expect(done).toEqual(again);
    expect(log.at(-1)?.event).toMatchObject({ type: 'run_ended', status: 'completed' });
    expect(await runs.get(principal, retried.id)).toMatchObject({ retryOf: { runId: run.id, keptTurns } });
    expect(await get()).toEqual(before);
  },
);

it('retry copies the events of the kept turns and answers the question in its conversation', async () => {
  const { executor, principal, run, runs, events, unitOfWork, conversationId } = await setUp();
  const retried = await executor.retry(principal, { runId: run.id, keptTurns: 1 });
  const eventTypes = async (id: string) =>
    (await events(id)).map(({ event: { type, ...event } }) => [type, 'turn' in event ? event.turn : undefined]);
  expect(await eventTypes(retried.id)).toEqual(await eventTypes(run.id));
  const [kept] = await runs.listSteps(retried.id);
  expect(kept).toMatchObject({ turn: 0, usage: noUsage, costUsd: 0 });

  const { conversations } = unitOfWork.stores;
  const [exchange, ...others] = toExchanges(
    await runs.listForConversation(principal, conversationId),
    await conversations.listMessages(principal, conversationId),
  );
  expect(others).toEqual([]);
  expect(exchange?.run?.id).toBe(retried.id);
  expect(turnsOf(exchange?.answer.map(({ message }) => message) ?? [])).toEqual([
    [{ name: 'a' }],
    'tool',
    [{ name: 'b' }],
    'tool',
    [],
  ]);
});

it('retry continues after the last complete turn of a failed run', async () => {
  const { executor, principal, runs, events, question, model, createExecutor, extraTools, done } = await setUp();
  const failing = new ScriptedModel([script[0] as ScriptedStep]);
  const { run } = await createExecutor(failing, { extraTools }).start(principal, question('Put a.'));
  await events(run.id);
  expect(await runs.get(principal, run.id)).toMatchObject({ status: 'failed' });
  model.requests.length = 0;
  done.length = 0;
  const retried = await executor.retry(principal, { runId: run.id, keptTurns: 1 });
  await events(retried.id);
  expect(await runs.get(principal, retried.id)).toMatchObject({ status: 'completed' });
  expect(done).toEqual(['b']);
});

it('retry rejects turns that do not exist, unknown runs and active runs', async () => {
  const { executor, principal, run, events, question, conversationId } = await setUp();
  const retry = (keptTurns: number, runId = run.id) => executor.retry(principal, { runId, keptTurns });
  for (const keptTurns of [3, 4]) await expect(retry(keptTurns)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(retry(0, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { run: next } = await executor.start(principal, question('And now?', conversationId));
  await expect(retry(1, next.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  await events(next.id);
});

it.each(['its conversation', 'a branch'])(
  'retry returns the active retry in %s when it is requested repeatedly',
  async (place) => {
    const { principal, run, events, ask, createExecutor } = await setUp();
    if (place === 'a branch') await ask('And now?');
    const held = Promise.withResolvers<void>();
    using slow = new ScriptedModel([{ text: 'One moment.', until: held.promise, times: Infinity }]);
    const patient = createExecutor(slow);
    const retry = () => patient.retry(principal, { runId: run.id, keptTurns: 1 });
    const [once, twice] = await Promise.all([retry(), retry()]);
    expect([twice.id, (await retry()).id]).toEqual([once.id, once.id]);
    held.resolve();
    await events(once.id);
    const second = await retry();
    expect(second.id).not.toBe(once.id);
    await events(second.id);
  },
);

describe('retry of a run that later questions follow', () => {
  /** Creates a conversation of three questions; the run of the second is to be retried. */
  async function setUpLater(asking?: Partial<RunRequest>) {
    const fixture = await setUp(asking);
    const { principal, unitOfWork, model, runs, ask } = fixture;
    const { conversations } = unitOfWork.stores;
    model.requests.length = 0;
    const old = await ask('Put them again.');
    const asked = model.requests.map(toTold);
    await ask('And now?');
    model.requests.length = 0;
    const read = async (id: string) => ({
      conversation: await conversations.get(principal, id),
      messages: await conversations.listMessages(principal, id),
      runs: await runs.listForConversation(principal, id),
    });
    return { ...fixture, conversations, old, asked, read };
  }

  it.each([0, 1])(
    'continues in a branch after %i of its turns and leaves the conversation unchanged',
    async (keptTurns) => {
      const { executor, principal, old, asked, model, events, conversations, conversationId, read } =
        await setUpLater();
      await conversations.setTitle(principal, conversationId, 'Two things');
      const before = await read(conversationId);
      const retried = await executor.retry(principal, { runId: old.id, keptTurns });
      await events(retried.id);
      expect(model.requests.map(toTold)[0]).toBe(asked[keptTurns]);
      expect(model.requests).toHaveLength(3 - keptTurns);
      expect(await read(conversationId)).toEqual(before);

      const branch = await read(retried.conversationId);
      const { contextType, workspaceId } = before.conversation;
      const title = `Two things (from step ${keptTurns + 1})`;
      expect(branch.conversation).toMatchObject({ title, contextType, workspaceId });
      const exchanges = toExchanges(branch.runs, branch.messages);
      expect(exchanges.map(({ question, run }) => [textOf(question.message), run?.retryOf])).toEqual([
        ['Put a and b.', undefined],
        ['Put them again.', { runId: old.id, keptTurns }],
      ]);
    },
  );

  it('copies the client context and the origin to the branch', async () => {
    const client = { clientId: 'tab', context: { nodes: ['a'] } };
    const asking = { client, workspaceId: null, contextType: 'workflow', origin: 'agent_chat' } as const;
    const { executor, principal, old, events, unitOfWork, conversations } = await setUpLater(asking);
    const { conversationId, id, origin } = await executor.retry(principal, { runId: old.id, keptTurns: 0 });
    await events(id);
    expect(origin).toBe('agent_chat');
    expect(await conversations.get(principal, conversationId)).toMatchObject({ contextType: 'workflow', title: null });
    const { clientConversations } = unitOfWork.stores;
    expect(await clientConversations.findContext(principal, conversationId)).toEqual(client.context);
  });

  it('creates a branch of a branch', async () => {
    const { executor, principal, old, events, question, asked, model, conversationId, read } = await setUpLater();
    const retried = await executor.retry(principal, { runId: old.id, keptTurns: 0 });
    await events(retried.id);
    const { run: next } = await executor.start(principal, question('And then?', retried.conversationId));
    await events(next.id);
    model.requests.length = 0;
    const again = await executor.retry(principal, { runId: retried.id, keptTurns: 1 });
    await events(again.id);
    expect(model.requests.map(toTold)[0]).toBe(asked[1]);
    expect([conversationId, retried.conversationId]).not.toContain(again.conversationId);
    expect((await read(again.conversationId)).runs).toHaveLength(1);
  });
});

it('retry refuses to keep turns whose log was deleted', async () => {
  const { executor, principal, run, runs, events } = await setUp();
  await runs.deleteOldEvents({ olderThanDays: 0, limit: 1_000 });
  await expect(executor.retry(principal, { runId: run.id, keptTurns: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
  const retried = await executor.retry(principal, { runId: run.id, keptTurns: 0 });
  expect((await events(retried.id)).at(-1)?.event).toMatchObject({ type: 'run_ended', status: 'completed' });
});
