import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import type { RunEvent, BroadcastRunEvent } from '@shipmate/domain/run';
import { holdContent } from '@shipmate/domain/testing';
import { expect, it } from 'vitest';
import { createRunLog, type FollowOptions, type RunLog } from '../src/index.ts';
import { createAgentFixture } from './agent-fixture.ts';
import { toKillable } from './killable-database.ts';

/** A scripted answer that ends when it is released. */
const story = (until: Promise<unknown>): ScriptedStep => ({ text: ['Once ', 'upon'], until, times: Infinity });
const broadcast = (sequence: number, firstDelta: number, ...deltas: string[]): BroadcastRunEvent => ({
  sequence,
  event: { type: 'content', turn: 0, deltas },
  firstDelta,
});

/** Follows a run and collects the events. */
function follow(runLog: RunLog, runId: string, from: Pick<FollowOptions, 'after' | 'seen'> = {}) {
  const read: BroadcastRunEvent[] = [];
  const take = (part: BroadcastRunEvent) => void read.push(part);
  return { read, isOver: runLog.follow(runId, { ...from, signal: AbortSignal.timeout(60_000) }, take) };
}

const eventsOf = (read: readonly BroadcastRunEvent[]): readonly RunEvent[] => read.map(({ event }) => event);

it('RunLog.follow passes content of the same process before it is stored, and no content twice', async () => {
  await using fixture = await createAgentFixture();
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const unitOfWork = holdContent(fixture.unitOfWork, () => promise);
  using model = new ScriptedModel([story(promise)]);
  const { run } = await fixture
    .createExecutor(model, { unitOfWork })
    .start(fixture.principal, fixture.question('a story'));
  const early = follow(fixture.runLog, run.id);
  await expect.poll(() => early.read.at(-1)).toEqual(broadcast(3, 0, 'Once ', 'upon'));
  const stored = await fixture.unitOfWork.stores.runs.listEvents(run.id, { after: 0, limit: 10 });
  expect(stored.map(({ event }) => event.type)).toEqual(['run_started', 'turn_started']);
  const late = follow(fixture.runLog, run.id, { after: 2, seen: { sequence: 3, deltas: 1 } });
  await expect.poll(() => late.read).toEqual([broadcast(3, 1, 'upon')]);
  const elsewhere = follow(createRunLog({ unitOfWork, notifications: fixture.database.notifications }), run.id);
  letGo();

  await Promise.all([early.isOver, late.isOver, elsewhere.isOver]);
  const events = await fixture.events(run.id);
  expect(elsewhere.read).toEqual(events);
  expect(eventsOf(early.read)).toEqual(eventsOf(events));
  expect(late.read.slice(1)).toEqual(events.slice(3));
});

it('RunLog.follow passes content of the same process while earlier content is being stored', async () => {
  await using fixture = await createAgentFixture();
  const storing = Promise.withResolvers<void>();
  const pause = Promise.withResolvers<void>();
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const unitOfWork = holdContent(fixture.unitOfWork, () => {
    storing.resolve();
    return promise;
  });
  const { notifications } = fixture.database;
  // No poll takes part in the test.
  const runLog = createRunLog({ unitOfWork, notifications, pollMs: 600_000 });
  using model = new ScriptedModel([{ text: ['Once ', 'upon ', 'a time'], pause: pause.promise, until: promise }]);
  const { run } = await fixture
    .createExecutor(model, { unitOfWork, runLog })
    .start(fixture.principal, fixture.question('a story'));
  const early = follow(runLog, run.id);
  await expect.poll(() => early.read.slice(2)).toEqual([broadcast(3, 0, 'Once ')]);
  await storing.promise;
  await new Promise(setImmediate);
  pause.resolve();
  await expect.poll(() => early.read.slice(3)).toEqual([broadcast(4, 0, 'upon ', 'a time')]);
  const late = follow(runLog, run.id, { after: 2, seen: { sequence: 4, deltas: 1 } });
  await expect.poll(() => late.read).toEqual([broadcast(4, 1, 'a time')]);
  const stored = await fixture.unitOfWork.stores.runs.listEvents(run.id, { after: 0, limit: 10 });
  expect(stored.map(({ event }) => event.type)).toEqual(['run_started', 'turn_started']);
  const elsewhere = createRunLog({ unitOfWork, notifications });
  const resumed = follow(elsewhere, run.id, { after: 2, seen: { sequence: 4, deltas: 1 } });
  letGo();

  await Promise.all([early.isOver, late.isOver, resumed.isOver]);
  const events = await fixture.events(run.id);
  expect(eventsOf(early.read)).toEqual(eventsOf(events));
  expect(late.read.slice(1)).toEqual(events.slice(4));
  expect(resumed.read).toEqual([broadcast(4, 1, 'a time'), ...events.slice(4)]);
});

it('RunLog.follow voids content that was never stored because its process died', async () => {
  await using fixture = await createAgentFixture();
  const killable = toKillable(fixture.unitOfWork, { write: 2, isStored: false });
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  using model = new ScriptedModel([{ ...story(promise), pause: killable.died }]);
  const { run } = await fixture
    .createExecutor(model, { unitOfWork: killable.unitOfWork, isKillable: true })
    .start(fixture.principal, fixture.question('a story'));
  const reader = follow(fixture.runLog, run.id);
  await expect.poll(() => reader.read.slice(2)).toEqual([broadcast(3, 0, 'Once '), broadcast(4, 0, 'upon')]);
  await killable.expireLeases();
  letGo();
  await (await fixture.createExecutor(model).takeOver())?.finished;
  await reader.isOver;

  const events = await fixture.events(run.id);
  expect(eventsOf(events).slice(2, 6)).toEqual([
    { type: 'content', turn: 0, deltas: [] },
    { type: 'content', turn: 0, deltas: [] },
    { type: 'turn_restarted', turn: 0, model: 'scripted:model' },
    { type: 'content', turn: 0, deltas: ['Once ', 'upon'] },
  ]);
  const { read } = reader;
  expect(read.map(({ sequence }) => sequence)).toEqual(events.map(({ sequence }) => sequence));
  const restart = read.findIndex(({ event }) => event.type === 'turn_restarted');
  expect(eventsOf(read.slice(restart))).toEqual(eventsOf(events.slice(4)));
  const other = createRunLog({ unitOfWork: fixture.unitOfWork, notifications: fixture.database.notifications });
  const onward = follow(other, run.id, { after: 2, seen: { sequence: 4, deltas: 1 } });
  await onward.isOver;
  expect(onward.read).toEqual(events.slice(4));
});

it('RunLog.follow does not read again what its process has stored', async () => {
  await using fixture = await createAgentFixture();
  const { unitOfWork } = fixture;
  let reads = 0;
  const listEvents = (...args: Parameters<typeof unitOfWork.stores.runs.listEvents>) => {
    reads += 1;
    return unitOfWork.stores.runs.listEvents(...args);
  };
  const counted = {
    ...unitOfWork,
    stores: { ...unitOfWork.stores, runs: { ...unitOfWork.stores.runs, listEvents } },
  };
  const runLog = createRunLog({ unitOfWork: counted, notifications: fixture.database.notifications });
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const toolCalls = [{ name: 'getChartContext' }];
  using model = new ScriptedModel([
    { text: ['Once ', 'upon'], toolCalls, until: promise },
    ...['a', 'b', 'c', 'd', 'e'].map((path) => ({
      toolCalls: [{ name: 'textEditor', input: { command: 'view', path } }],
    })),
    { text: ['The end'] },
  ]);
  const { run } = await fixture.createExecutor(model, { runLog }).start(fixture.principal, fixture.question('a story'));
  const reader = follow(runLog, run.id);
  await expect.poll(() => reader.read.length).toBeGreaterThan(2);
  const before = reads;
  letGo();
  await reader.isOver;
  expect(eventsOf(reader.read)).toEqual(eventsOf(await fixture.events(run.id)));
  // The end of a run is stored with other things, and read.
  expect(reads - before).toBeLessThanOrEqual(2);
});
