import { AppError, noUsage } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { requireConversationRun, type RunEvent, type RunStore, type NumberedRunEvent } from '@shipmate/domain/run';
import { expect, it } from 'vitest';
import { createRunLog, type RunLog, type RunLogOptions } from '../src/index.ts';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

const ended: RunEvent = {
  type: 'run_ended',
  status: 'completed',
  stopReason: 'final',
  usage: noUsage,
};
const content = (...deltas: string[]): RunEvent => ({ type: 'content', turn: 0, deltas });

it('RunLog.tail returns the same events to every reader from any position', async () => {
  await using fixture = await createAgentFixture();
  using model = new ScriptedModel([{ text: ['a', 'b'], toolCalls: [{ name: 'getChartContext' }] }, { text: ['c'] }]);
  const { run } = await fixture.createExecutor(model).start(fixture.principal, fixture.question('go'));
  const [first, second] = await Promise.all([fixture.events(run.id), fixture.events(run.id)]);
  expect(second).toEqual(first);
  expect(await fixture.events(run.id)).toEqual(first);
  for (const { sequence } of first) {
    expect(await read(fixture.runLog, run.id, sequence)).toEqual(first.slice(sequence));
  }
});

it('RunLog.tail follows a writer in the same process without polling', async () => {
  await using fixture = await createAgentFixture();
  const runLog = openLog(fixture, { pollMs: 3_600_000 });
  const runId = await createRun(fixture);
  const reader = runLog.tail(runId, { signal: AbortSignal.timeout(120_000) });
  const firstRead = reader.next();
  await append(fixture, runId, content('a'));
  expect((await firstRead).value?.event).toEqual(content('a'));
  const secondRead = reader.next();
  await fixture.unitOfWork.transaction(({ runs }) => runs.appendEvents({ runId }, [ended]));
  expect((await secondRead).value?.event).toEqual(ended);
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});

it('RunLog.tail polls for events without a notification', async () => {
  await using fixture = await createAgentFixture();
  const runId = await createRun(fixture);
  const reading = read(openLog(fixture, { pollMs: 5, notifications: { listen: () => () => undefined } }), runId);
  await append(fixture, runId, content('a'));
  await append(fixture, runId, content('b'), ended);
  expect((await reading).map(({ event }) => event)).toEqual([content('a'), content('b'), ended]);
});

it('RunLog.tail reads once for all readers at the same position', async () => {
  await using fixture = await createAgentFixture();
  const runId = await createRun(fixture);
  const { unitOfWork } = fixture;
  let reads = 0;
  const runs = {
    ...unitOfWork.stores.runs,
    listEvents: (...args: Parameters<typeof unitOfWork.stores.runs.listEvents>) => {
      reads += 1;
      return unitOfWork.stores.runs.listEvents(...args);
    },
  };
  const counted = { ...unitOfWork, stores: { ...unitOfWork.stores, runs } };
  const runLog = openLog(fixture, { unitOfWork: counted, pollMs: 3_600_000 });
  const readings = Array.from({ length: 100 }, () => read(runLog, runId));
  for (const letter of ['a', 'b', 'c']) await append(fixture, runId, content(letter));
  await append(fixture, runId, ended);
  for (const events of await Promise.all(readings)) {
    expect(events.map(({ event }) => event)).toEqual([content('a'), content('b'), content('c'), ended]);
  }
  expect(reads).toBeLessThan(40);
});

it('RunLog.tail waits for an unavailable database up to maxOutageMs', async () => {
  await using fixture = await createAgentFixture();
  const runId = await createRun(fixture);
  await append(fixture, runId, content('a'));
  await append(fixture, runId, ended);
  const { unitOfWork } = fixture;
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
  const back = openLog(fixture, { unitOfWork: away(3), pollMs: 5 });
  expect((await read(back, runId)).map(({ event }) => event)).toEqual([content('a'), ended]);
  const gone = openLog(fixture, { unitOfWork: away(Infinity), pollMs: 5, maxOutageMs: 20 });
  await expect(read(gone, runId)).rejects.toThrow('It is away.');
});

it('RunLog.tail ends when the run or its events are deleted and when the log is closed', async () => {
  await using fixture = await createAgentFixture();
  const { unitOfWork, principal } = fixture;
  const [gone, old, open] = [await createRun(fixture), await createRun(fixture), await createRun(fixture)];
  const runLog = openLog(fixture, { pollMs: 5 });
  const reading = read(runLog, gone);
  const { conversationId } = requireConversationRun(await unitOfWork.stores.runs.get(principal, gone));
  await unitOfWork.stores.conversations.remove(principal, conversationId);
  expect(await reading).toEqual([]);

  await append(fixture, old, content('a'));
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
  await append(fixture, open, content('a'));
  runLog.close();
  expect((await leaving).map(({ event }) => event)).toEqual([content('a')]);
});

it('RunLog.follow waits for a slow reader without delaying the others', async () => {
  await using fixture = await createAgentFixture();
  const runId = await createRun(fixture);
  const runLog = openLog(fixture, { pollMs: 3_600_000 });
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
  await append(fixture, runId, content('a'));
  await append(fixture, runId, content('b'));
  await append(fixture, runId, content('c'));
  await expect.poll(() => quick).toEqual([1, 2, 3]);
  expect(slow).toEqual([1]);
  taken.resolve();
  await append(fixture, runId, ended);
  await Promise.all(readings);
  expect(slow).toEqual([1, 2, 3, 4]);
});

it('RunLog.follow fails only the reader that throws', async () => {
  await using fixture = await createAgentFixture();
  const runId = await createRun(fixture);
  const runLog = openLog(fixture, { pollMs: 3_600_000 });
  const sound = read(runLog, runId);
  const failing = runLog.follow(runId, { signal: AbortSignal.timeout(120_000) }, ({ sequence }) => {
    if (sequence === 2) throw new Error('It cannot be written.');
    return undefined;
  });
  const outcome = failing.then(
    () => 'read all',
    (thrown: Error) => thrown.message,
  );
  await append(fixture, runId, content('a'));
  await append(fixture, runId, content('b'));
  expect(await outcome).toBe('It cannot be written.');
  await append(fixture, runId, ended);
  expect((await sound).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

it('RunLog.tail ends when its signal aborts, before or during the wait', async () => {
  await using fixture = await createAgentFixture();
  const runLog = openLog(fixture, { pollMs: 3_600_000 });
  const runId = await createRun(fixture);
  await append(fixture, runId, content('a'));
  const controller = new AbortController();
  const reader = runLog.tail(runId, { signal: controller.signal });
  expect((await reader.next()).value?.sequence).toBe(1);
  const waiting = reader.next();
  controller.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(await runLog.tail(runId, { signal: controller.signal }).next()).toEqual({ done: true, value: undefined });
});

async function read(runLog: RunLog, runId: string, after = 0): Promise<readonly NumberedRunEvent[]> {
  const seen: NumberedRunEvent[] = [];
  for await (const event of runLog.tail(runId, { after, signal: AbortSignal.timeout(120_000) })) seen.push(event);
  return seen;
}

function openLog({ unitOfWork, database }: AgentFixture, replace: Partial<RunLogOptions>): RunLog {
  return createRunLog({ unitOfWork, notifications: database.notifications, ...replace });
}

async function append({ unitOfWork }: AgentFixture, runId: string, ...events: readonly RunEvent[]): Promise<void> {
  await unitOfWork.stores.runs.appendEvents({ runId }, events);
}

async function createRun({ unitOfWork, principal, workspace }: AgentFixture): Promise<string> {
  const conversationId = newId();
  return unitOfWork.transaction(async ({ conversations, runs }) => {
    await conversations.create(principal, { id: conversationId, workspaceId: workspace.id, contextType: 'chart' });
    const run = { id: newId(), conversationId, workspaceId: workspace.id, model: 'm' };
    return (await runs.create(principal, run)).id;
  });
}
