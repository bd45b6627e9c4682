import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import type { RunEvent, BroadcastRunEvent } from '@shipmate/domain/run';
import { holdContent } from '@shipmate/domain/testing';
import { expect, it } from 'vitest';
import { createRunLog, type RunLog } from '../src/index.ts';
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
function follow(runLog: RunLog, runId: string, from: { readonly after?: number; readonly deltas?: number } = {}) {
  const read: BroadcastRunEvent[] = [];
  const take = (part: BroadcastRunEvent) => void read.push(part);
  return { read, isOver: runLog.follow(runId, { ...from, signal: AbortSignal.timeout(60_000) }, take) };
}

const eventsOf = (read: readonly BroadcastRunEvent[]): readonly RunEvent[] => read.map(({ event }) => event);

it('RunLog.follow passes content of the same process before it is stored, and no content twice', async () => {
  await using fixture = await createAgentFixture();
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const unitOfWork = holdContent(fixture.unitOfWork, promise);
  using model = new ScriptedModel([story(promise)]);
  const { run } = await fixture
    .createExecutor(model, { unitOfWork })
    .start(fixture.principal, fixture.question('a story'));
  const early = follow(fixture.runLog, run.id);
  await expect.poll(() => early.read.at(-1)).toEqual(broadcast(3, 0, 'Once ', 'upon'));
  const stored = await fixture.unitOfWork.stores.runs.listEvents(run.id, { after: 0, limit: 10 });
  expect(stored.map(({ event }) => event.type)).toEqual(['run_started', 'turn_started']);
  const late = follow(fixture.runLog, run.id, { after: 2, deltas: 1 });
  await expect.poll(() => late.read).toEqual([broadcast(3, 1, 'upon')]);
  const elsewhere = follow(createRunLog({ unitOfWork, notifications: fixture.database.notifications }), run.id);
  letGo();

  await Promise.all([early.isOver, late.isOver, elsewhere.isOver]);
  const events = await fixture.events(run.id);
  expect(elsewhere.read).toEqual(events);
  expect(eventsOf(early.read)).toEqual(eventsOf(events));
  expect(late.read.slice(1)).toEqual(events.slice(3));
});

it('RunLog.follow voids content that was never stored because its process died', async () => {
  await using fixture = await createAgentFixture();
  const killable = toKillable(fixture.unitOfWork, { write: 2, isStored: false });
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  using model = new ScriptedModel([story(promise)]);
  const { run } = await fixture
    .createExecutor(model, { unitOfWork: killable.unitOfWork, isKillable: true })
    .start(fixture.principal, fixture.question('a story'));
  const reader = follow(fixture.runLog, run.id);
  await expect.poll(() => reader.read.at(-1)).toEqual(broadcast(3, 0, 'Once ', 'upon'));
  await killable.died;
  await killable.expireLeases();
  letGo();
  await (await fixture.createExecutor(model).takeOver())?.finished;
  await reader.isOver;

  const events = await fixture.events(run.id);
  expect(eventsOf(events).slice(2, 5)).toEqual([
    { type: 'content', turn: 0, deltas: [] },
    { type: 'turn_restarted', turn: 0, model: 'scripted:model' },
    { type: 'content', turn: 0, deltas: ['Once ', 'upon'] },
  ]);
  const { read } = reader;
  expect(read.filter(({ sequence }) => sequence !== 3).map(({ sequence }) => sequence)).toEqual(
    events.filter(({ sequence }) => sequence !== 3).map(({ sequence }) => sequence),
  );
  const restart = read.findIndex(({ event }) => event.type === 'turn_restarted');
  expect(eventsOf(read.slice(restart))).toEqual(eventsOf(events.slice(3)));
  const other = createRunLog({ unitOfWork: fixture.unitOfWork, notifications: fixture.database.notifications });
  const onward = follow(other, run.id, { after: 2, deltas: 2 });
  await onward.isOver;
  expect(onward.read).toEqual(events.slice(3));
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
