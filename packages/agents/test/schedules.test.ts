import { silentLogger, textOf } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import type { Schedule, ScheduleSettings } from '@shipmate/domain/schedule';
import { expect, it } from 'vitest';
import { changeSchedule, createSchedule, runDueSchedules } from '../src/index.ts';
import { createAgentWorld, type AgentWorld } from './agent-world.ts';

const never = new AbortController().signal;
const past = new Date('2026-01-01T08:30:00Z');
const model = new ScriptedModel([{ text: 'All is well.', times: Infinity }]);
const settings: ScheduleSettings = {
  name: 'Morning check',
  cron: '30 8 * * *',
  timeZone: 'Europe/Berlin',
  prompt: 'Is all well?',
  workspaceId: null,
  model: null,
  enabled: true,
};

/** Creates a daily schedule that is long overdue. */
const createDue = ({ unitOfWork, principal }: AgentWorld, changed: Partial<ScheduleSettings> = {}) =>
  unitOfWork.stores.schedules.create(principal, {
    id: newId(),
    settings: { ...settings, ...changed },
    nextRunAt: past,
  });

const runDue = ({ unitOfWork }: AgentWorld) =>
  runDueSchedules({ unitOfWork, models: { get: () => model }, logger: silentLogger }, never);

const read = ({ unitOfWork, principal }: AgentWorld, { id }: Schedule) =>
  unitOfWork.stores.schedules.get(principal, id);

async function executeAll(world: AgentWorld): Promise<void> {
  const executor = world.createExecutor(model);
  for (let run = await executor.takeOver(); run; run = await executor.takeOver()) await run.finished;
}

async function lastRun(world: AgentWorld, schedule: Schedule) {
  const { lastRunId } = await read(world, schedule);
  return world.unitOfWork.stores.runs.get(world.principal, lastRunId ?? '');
}

it('runDueSchedules begins one run for all missed times, in a new conversation, and sets the next time', async () => {
  await using world = await createAgentWorld();
  const schedule = await createDue(world);
  const before = await world.unitOfWork.stores.schedules.now();
  expect(await runDue(world)).toBe(1);
  expect(await runDue(world)).toBe(0);
  const run = await lastRun(world, schedule);
  expect(run).toMatchObject({ origin: 'schedule', status: 'queued', workspaceId: null, model: 'scripted:model' });
  const { nextRunAt } = await read(world, schedule);
  expect(nextRunAt?.getTime()).toBeGreaterThan(before.getTime());

  await executeAll(world);
  expect((await world.events(run.id)).at(-1)?.event).toMatchObject({ type: 'run_ended', status: 'completed' });
  const { conversations } = world.unitOfWork.stores;
  expect(await conversations.get(world.principal, run.conversationId)).toMatchObject({
    title: 'Morning check',
    contextType: 'plain',
  });
  const messages = await conversations.listMessages(world.principal, run.conversationId);
  expect(messages.map(({ message }) => textOf(message))).toEqual(['Is all well?', 'All is well.']);
});

it('runDueSchedules uses the workspace and the model of the schedule', async () => {
  await using world = await createAgentWorld();
  const schedule = await createDue(world, { workspaceId: world.workspace.id, model: 'other:model' });
  await runDue(world);
  const run = await lastRun(world, schedule);
  expect(run).toMatchObject({ workspaceId: world.workspace.id, model: 'other:model' });
  const conversation = await world.unitOfWork.stores.conversations.get(world.principal, run.conversationId);
  expect(conversation).toMatchObject({ contextType: 'chart', workspaceId: world.workspace.id });
});

it('runDueSchedules begins one run per schedule when called concurrently', async () => {
  await using world = await createAgentWorld();
  const schedules = await Promise.all(Array.from({ length: 3 }, () => createDue(world)));
  const begun = await Promise.all(Array.from({ length: 4 }, () => runDue(world)));
  expect(begun.reduce((sum, count) => sum + count, 0)).toBe(3);
  const runs = await Promise.all(schedules.map((schedule) => lastRun(world, schedule)));
  expect(new Set(runs.map(({ id }) => id)).size).toBe(3);
});

it('runDueSchedules skips a time while the last run is active', async () => {
  await using world = await createAgentWorld();
  const schedule = await createDue(world);
  await runDue(world);
  const run = await lastRun(world, schedule);
  const { schedules } = world.unitOfWork.stores;
  await schedules.settle(schedule.id, { nextRunAt: past, runId: run.id });
  expect(await runDue(world)).toBe(0);
  const skipped = await read(world, schedule);
  expect(skipped).toMatchObject({ lastRunId: run.id, lastSkip: 'The previous run was still active.' });
  expect(skipped.nextRunAt?.getTime()).toBeGreaterThan(past.getTime());

  await executeAll(world);
  await schedules.settle(schedule.id, { nextRunAt: past, runId: run.id });
  expect(await runDue(world)).toBe(1);
  expect((await read(world, schedule)).lastRunId).not.toBe(run.id);
});

it('runDueSchedules runs the other schedules when one fails, which stays due', async () => {
  await using world = await createAgentWorld();
  const broken = await createDue(world, { cron: 'never', workspaceId: world.workspace.id });
  const sound = await createDue(world);
  const errors: unknown[] = [];
  const logger = { ...silentLogger, error: (_: string, fields?: object) => void errors.push(fields) };
  const options = { unitOfWork: world.unitOfWork, models: { get: () => model }, logger };
  expect(await runDueSchedules(options, never)).toBe(1);
  const unreadable = { scheduleId: broken.id, error: expect.objectContaining({ code: 'VALIDATION_ERROR' }) };
  expect(errors).toEqual([unreadable]);
  expect(await read(world, broken)).toEqual(broken);
  expect((await read(world, sound)).lastRunId).not.toBeNull();
  const { conversations, schedules } = world.unitOfWork.stores;
  expect(await conversations.listForWorkspace(world.principal, world.workspace.id)).toEqual([]);
  await schedules.remove(world.principal, broken.id);
});

it('runDueSchedules skips a time with the reason when the run is rejected', async () => {
  await using world = await createAgentWorld();
  const schedule = await createDue(world, { model: 'nobody:knows-its-price' });
  const none = { tokens: null, costUsd: null };
  const nothing = { day: none, month: none };
  await world.unitOfWork.stores.spend.setLimits(world.principal, {
    user: nothing,
    organization: { ...nothing, month: { tokens: null, costUsd: 1 } },
  });
  const warnings: unknown[] = [];
  const warn = (_: string, fields?: object) => void warnings.push(fields);
  const options = {
    unitOfWork: world.unitOfWork,
    models: { get: () => model },
    logger: { ...silentLogger, warn },
  };
  expect(await runDueSchedules(options, never)).toBe(0);
  const refused = await read(world, schedule);
  expect(refused).toMatchObject({ lastRunId: null, lastSkip: expect.stringContaining('nobody:knows-its-price') });
  expect(refused.nextRunAt?.getTime()).toBeGreaterThan(past.getTime());

  const reason = refused.lastSkip ?? '';
  await world.unitOfWork.stores.schedules.settle(schedule.id, { nextRunAt: past, skip: reason });
  expect(await runDueSchedules(options, never)).toBe(0);
  expect(await read(world, schedule)).toMatchObject({ lastSkip: reason });
  expect(warnings).toEqual([{ scheduleId: schedule.id, reason }]);
});

it('a schedule gets its next time when it is created or changed, and none when it is disabled', async () => {
  await using world = await createAgentWorld();
  const { unitOfWork, principal } = world;
  const made = await unitOfWork.transaction((stores) => createSchedule(stores, principal, settings));
  expect(made).toMatchObject({ ...settings, nextRunAt: expect.any(Date) });
  const change = (changed: Partial<ScheduleSettings>) =>
    unitOfWork.transaction((stores) =>
      changeSchedule(stores, principal, { scheduleId: made.id, settings: { ...settings, ...changed } }),
    );
  expect(await change({ enabled: false })).toMatchObject({ enabled: false, nextRunAt: null });
  const hourly = await change({ cron: '0 * * * *' });
  expect(hourly.nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000);
  for (const refused of [{ cron: 'soon' }, { timeZone: 'Mars/Olympus' }, { cron: 'soon', enabled: false }]) {
    await expect(change(refused)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
  expect(await read(world, made)).toEqual(hourly);
});
