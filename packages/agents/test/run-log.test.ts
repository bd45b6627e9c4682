import { AppError, noUsage } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import type { RunEvent, RunStore, StoredRunEvent } from '@shipmate/domain/run';
import { expect, it } from 'vitest';
import { createRunLog, type RunLog, type RunLogOptions } from '../src/index.ts';
import { createAgentWorld, type AgentWorld } from './agent-world.ts';

const ended: RunEvent = {
  type: 'run_ended',
  status: 'completed',
  stopReason: 'final',
  usage: noUsage,
};
const content = (...deltas: string[]): RunEvent => ({ type: 'content', turn: 0, deltas });

it('RunLog.tail returns the same events to every reader from any position', async () => {
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

it('RunLog.tail follows a writer in the same process without polling', async () => {
  await using world = await createAgentWorld();
  const runLog = openLog(world, { pollMs: 3_600_000 });
  const runId = await createRun(world);
  const reader = runLog.tail(runId, { signal: AbortSignal.timeout(120_000) });
  const firstRead = reader.next();
  await append(world, runId, content('a'));
  expect((await firstRead).value?.event).toEqual(content('a'));
  const secondRead = reader.next();
  await world.unitOfWork.transaction(({ runs }) => runs.appendEvents({ runId }, [ended]));
  expect((await secondRead).value?.event).toEqual(ended);
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});

it('RunLog.tail polls for events without a notification', async () => {
  await using world = await createAgentWorld();
  const runId = await createRun(world);
  const reading = read(openLog(world, { pollMs: 5, notifications: { listen: () => () => undefined } }), runId);
  await append(world, runId, content('a'));
  await append(world, runId, content('b'), ended);
  expect((await reading).map(({ event }) => event)).toEqual([content('a'), content('b'), ended]);
});

it('RunLog.tail reads once for all readers at the same position', async () => {
  await using world = await createAgentWorld();
  const runId = await createRun(world);
  const { unitOfWork } = world;
  let reads = 0;
  const runs = {
    ...unitOfWork.stores.runs,
    listEvents: (...args: Parameters<typeof unitOfWork.stores.runs.listEvents>) => {
      reads += 1;
      return unitOfWork.stores.runs.listEvents(...args);
    },
  };
  const counted = { ...unitOfWork, stores: { ...unitOfWork.stores, runs } };
  const runLog = openLog(world, { unitOfWork: counted, pollMs: 3_600_000 });
  const readings = Array.from({ length: 100 }, () => read(runLog, runId));
  for (const letter of ['a', 'b', 'c']) await append(world, runId, content(letter));
  await append(world, runId, ended);
  for (const events of await Promise.all(readings)) {
    expect(events.map(({ event }) => event)).toEqual([content('a'), content('b'), content('c'), ended]);
  }
  expect(reads).toBeLessThan(40);
});

it('RunLog.tail waits for an unavailable database up to patienceMs', async () => {
  await using world = await createAgentWorld();
  const runId = await createRun(world);
  await append(world, runId, content('a'));
  await append(world, runId, ended);
  const { unitOfWork } = world;
  const away = (times: number) => {
    const orAway = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (times-- > 0) throw new AppError({ code: 'DATABASE_ERROR', message: 'It is away.' });
      return work();
    };
    const { runs: real } = unitOfWork.stores;
    const runs: RunStore = {
      ...real,
      listEvents: (...args) => orAway(() => real.listEvents(...args)),
      findLogHead: (id) => orAway(() => real.findLogHead(id)),
    };
    return { ...unitOfWork, stores: { ...unitOfWork.stores, runs } };
  };
  const back = openLog(world, { unitOfWork: away(3), pollMs: 5 });
  expect((await read(back, runId)).map(({ event }) => event)).toEqual([content('a'), ended]);
  const gone = openLog(world, { unitOfWork: away(Infinity), pollMs: 5, patienceMs: 20 });
  await expect(read(gone, runId)).rejects.toThrow('It is away.');
});

it('RunLog.tail ends when the run or its events are deleted and when the log is closed', async () => {
  await using world = await createAgentWorld();
  const { unitOfWork, principal } = world;
  const [gone, old, open] = [await createRun(world), await createRun(world), await createRun(world)];
  const runLog = openLog(world, { pollMs: 5 });
  const reading = read(runLog, gone);
  const { conversationId } = await unitOfWork.stores.runs.get(principal, gone);
  await unitOfWork.stores.conversations.remove(principal, conversationId);
  expect(await reading).toEqual([]);

  await append(world, old, content('a'));
  const end = {
    status: 'completed',
    stopReason: 'final',
    usage: noUsage,
    errorCode: null,
    errorMessage: null,
  } as const;
  await unitOfWork.stores.runs.end({ runId: old }, end);
  await unitOfWork.stores.runs.deleteOldEvents({ olderThanDays: 0, limit: 1_000 });
  expect(await read(runLog, old)).toEqual([]);

  const leaving = read(runLog, open);
  await append(world, open, content('a'));
  runLog.close();
  expect((await leaving).map(({ event }) => event)).toEqual([content('a')]);
});

it('RunLog.follow waits for a slow reader without delaying the others', async () => {
  await using world = await createAgentWorld();
  const runId = await createRun(world);
  const runLog = openLog(world, { pollMs: 3_600_000 });
  const signal = AbortSignal.timeout(120_000);
  const [quick, slow]: [number[], number[]] = [[], []];
  const taken = Promise.withResolvers<void>();
  const readings = [
    runLog.follow(runId, { signal }, ({ sequence }) => void quick.push(sequence)),
    runLog.follow(runId, { signal }, ({ sequence }) => {
      slow.push(sequence);
      return slow.length === 1 ? taken.promise : undefined;
    }),
  ];
  await append(world, runId, content('a'));
  await append(world, runId, content('b'));
  await append(world, runId, content('c'));
  await expect.poll(() => quick).toEqual([1, 2, 3]);
  expect(slow).toEqual([1]);
  taken.resolve();
  await append(world, runId, ended);
  await Promise.all(readings);
  expect(slow).toEqual([1, 2, 3, 4]);
});

it('RunLog.follow fails only the reader that throws', async () => {
  await using world = await createAgentWorld();
  const runId = await createRun(world);
  const runLog = openLog(world, { pollMs: 3_600_000 });
  const sound = read(runLog, runId);
  const failing = runLog.follow(runId, { signal: AbortSignal.timeout(120_000) }, ({ sequence }) => {
    if (sequence === 2) throw new Error('It cannot be written.');
    return undefined;
  });
  const outcome = failing.then(
    () => 'read all',
    (thrown: Error) => thrown.message,
  );
  await append(world, runId, content('a'));
  await append(world, runId, content('b'));
  expect(await outcome).toBe('It cannot be written.');
  await append(world, runId, ended);
  expect((await sound).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

it('RunLog.tail ends when its signal aborts, before or during the wait', async () => {
  await using world = await createAgentWorld();
  const runLog = openLog(world, { pollMs: 3_600_000 });
  const runId = await createRun(world);
  await append(world, runId, content('a'));
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
  for await (const event of runLog.tail(runId, { after, signal: AbortSignal.timeout(120_000) })) seen.push(event);
  return seen;
}

function openLog({ unitOfWork, database }: AgentWorld, replace: Partial<RunLogOptions>): RunLog {
  return createRunLog({ unitOfWork, notifications: database.notifications, ...replace });
}

async function append({ unitOfWork }: AgentWorld, runId: string, ...events: readonly RunEvent[]): Promise<void> {
  await unitOfWork.stores.runs.appendEvents({ runId }, events);
}

async function createRun({ unitOfWork, principal, workspace }: AgentWorld): Promise<string> {
  const conversationId = newId();
  return unitOfWork.transaction(async ({ conversations, runs }) => {
    await conversations.create(principal, { id: conversationId, workspaceId: workspace.id, contextType: 'chart' });
    const run = { id: newId(), conversationId, workspaceId: workspace.id, model: 'm' };
    return (await runs.create(principal, run)).id;
  });
}
