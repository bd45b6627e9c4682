import { bindTools, defineTool, noUsage, toolCallsOf, type Message } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { newId, toExchanges } from '@shipmate/domain';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createAgentWorld, type AgentWorld } from './agent-world.ts';

const worlds: AgentWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world[Symbol.asyncDispose]();
});

const afterAnswers = (count: number, step: ScriptedStep): ScriptedStep => ({
  ...step,
  times: Infinity,
  when: ({ messages }) => messages.filter(({ role }) => role === 'tool').length === count,
});
const put = (name: string) => [{ name: 'put', input: { name } }];
const script = [
  afterAnswers(0, { text: 'First.', toolCalls: put('a') }),
  afterAnswers(1, { text: 'Second.', toolCalls: put('b') }),
  afterAnswers(2, { text: 'Both are there.' }),
];

/** A question that two calls of a tool and three turns answer, and its run, which has ended. */
async function setUp() {
  const world = await createAgentWorld();
  worlds.push(world);
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
  const { principal, unitOfWork } = world;
  const { runs } = unitOfWork.stores;
  const model = new ScriptedModel(script);
  const extraTools = bindTools([tool], {});
  const executor = world.createExecutor(model, { extraTools });
  const conversationId = newId();
  const { run } = await executor.start(principal, world.question('Put a and b.', conversationId));
  await world.events(run.id);
  return {
    ...world,
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

const turnsOf = (messages: readonly Message[]) =>
  messages.map((message) =>
    message.role === 'assistant' ? toolCallsOf(message).map(({ input }) => input) : message.role,
  );

it.each([
  { keptTurns: 0, again: ['a', 'b'] },
  { keptTurns: 1, again: ['b'] },
  { keptTurns: 2, again: [] },
])('shows the model what it saw before turn $keptTurns, and makes no call again', async ({ keptTurns, again }) => {
  const { executor, principal, run, runs, model, done, events, get } = await setUp();
  const before = await get();
  const asked = model.requests.map(({ messages }) => JSON.stringify(messages));
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
});

it('tells readers of the turns that it keeps, and answers the question in its conversation', async () => {
  const { executor, principal, run, runs, events, unitOfWork, conversationId } = await setUp();
  const retried = await executor.retry(principal, { runId: run.id, keptTurns: 1 });
  const told = async (id: string) =>
    (await events(id)).map(({ event: { type, ...event } }) => [type, 'turn' in event ? event.turn : undefined]);
  expect(await told(retried.id)).toEqual(await told(run.id));
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

it('goes on after the last complete turn of a run that failed', async () => {
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

it('refuses what could not be true', async () => {
  const { executor, principal, run, events, question, conversationId } = await setUp();
  const retry = (keptTurns: number, runId = run.id) => executor.retry(principal, { runId, keptTurns });
  for (const keptTurns of [3, 4]) await expect(retry(keptTurns)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(retry(0, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { run: next } = await executor.start(principal, question('And now?', conversationId));
  await expect(retry(1, next.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  await events(next.id);
  await expect(retry(1)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('asked after') });
});

it('refuses to keep turns whose log was deleted', async () => {
  const { executor, principal, run, runs, events } = await setUp();
  await runs.deleteOldEvents({ olderThanDays: 0, limit: 1_000 });
  await expect(executor.retry(principal, { runId: run.id, keptTurns: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
  const retried = await executor.retry(principal, { runId: run.id, keptTurns: 0 });
  expect((await events(retried.id)).at(-1)?.event).toMatchObject({ type: 'run_ended', status: 'completed' });
});
