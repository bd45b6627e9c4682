import { ScriptedModel } from '@shipmate/core/testing';
import { newId, type RunEvent, type StoredRunEvent } from '@shipmate/domain';
import { expect, it } from 'vitest';
import { createRunLog, type RunLog } from '../src/index.ts';
import { createAgentWorld, type AgentWorld } from './agent-world.ts';

const ended: RunEvent = {
  type: 'run_ended',
  status: 'completed',
  stopReason: 'final',
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
};
const content = (...deltas: string[]): RunEvent => ({ type: 'content', turn: 0, deltas });

it('gives every reader the same events, wherever it begins', async () => {
  await using world = await createAgentWorld();
  using model = new ScriptedModel([{ text: ['a', 'b'], toolCalls: [{ name: 'getChartContext' }] }, { text: ['c'] }]);
  const { run } = await world.createExecutor(model).start(world.principal, world.question('go'));
  const [first, second] = await Promise.all([world.events(run.id), world.events(run.id)]);
  expect(second).toEqual(first);
  expect(await world.events(run.id)).toEqual(first);
  for (const { sequence } of first) {
    expect(await read(world.runLog, run.id, sequence)).toEqual(first.slice(sequence));
  }
});

it('follows a writer in the same process without polling', async () => {
  await using world = await createAgentWorld();
  const runLog = createRunLog({ unitOfWork: world.unitOfWork, pollMs: 3_600_000 });
  const runId = await createRun(world);
  const reader = runLog.tail(runId, { signal: AbortSignal.timeout(20_000) });
  const firstRead = reader.next();
  await runLog.append(runId, [content('a')]);
  expect((await firstRead).value?.event).toEqual(content('a'));
  const secondRead = reader.next();
  await world.unitOfWork.stores.runs.appendEvents(runId, [ended]);
  runLog.announce(runId);
  expect((await secondRead).value?.event).toEqual(ended);
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});

it('finds what another process wrote by polling', async () => {
  await using world = await createAgentWorld();
  const runId = await createRun(world);
  const reading = read(createRunLog({ unitOfWork: world.unitOfWork, pollMs: 5 }), runId);
  const elsewhere = createRunLog({ unitOfWork: world.unitOfWork });
  await elsewhere.append(runId, [content('a')]);
  await elsewhere.append(runId, [content('b'), ended]);
  expect((await reading).map(({ event }) => event)).toEqual([content('a'), content('b'), ended]);
});

it('ends a reader whose signal fires, while it waits and before it begins', async () => {
  await using world = await createAgentWorld();
  const runLog = createRunLog({ unitOfWork: world.unitOfWork, pollMs: 3_600_000 });
  const runId = await createRun(world);
  await runLog.append(runId, [content('a')]);
  const controller = new AbortController();
  const reader = runLog.tail(runId, { signal: controller.signal });
  expect((await reader.next()).value?.sequence).toBe(1);
  const waiting = reader.next();
  controller.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(await runLog.tail(runId, { signal: controller.signal }).next()).toEqual({ done: true, value: undefined });
});

async function read(runLog: RunLog, runId: string, after = 0): Promise<readonly StoredRunEvent[]> {
  const seen: StoredRunEvent[] = [];
  for await (const event of runLog.tail(runId, { after, signal: AbortSignal.timeout(20_000) })) seen.push(event);
  return seen;
}

async function createRun({ unitOfWork, principal, workspace }: AgentWorld): Promise<string> {
  const conversationId = newId();
  return unitOfWork.transaction(async ({ conversations, runs }) => {
    await conversations.create(principal, { id: conversationId, workspaceId: workspace.id, contextType: 'chart' });
    const run = { id: newId(), conversationId, workspaceId: workspace.id, model: 'm', status: 'running' } as const;
    return (await runs.create(principal, run)).id;
  });
}
