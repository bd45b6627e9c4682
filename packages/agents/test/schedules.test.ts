import { silentLogger, textOf } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { requireConversationRun } from '@shipmate/domain/run';
import type { Schedule, ScheduleSettings } from '@shipmate/domain/schedule';
import { expect, it } from 'vitest';
import { changeSchedule, createSchedule, runDueSchedules } from '../src/index.ts';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

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
const createDue = ({ unitOfWork, principal }: AgentFixture, changed: Partial<ScheduleSettings> = {}) =>
  unitOfWork.stores.schedules.create(principal, {
    id: newId(),
    settings: { ...settings, ...changed },
    nextRunAt: past,
  });

const runDue = ({ unitOfWork }: AgentFixture) =>
  runDueSchedules({ unitOfWork, models: { get: () => model }, logger: silentLogger }, never);

const read = ({ unitOfWork, principal }: AgentFixture, { id }: Schedule) =>
  unitOfWork.stores.schedules.get(principal, id);

async function executeAll(fixture: AgentFixture): Promise<void> {
  const executor = fixture.createExecutor(model);
  for (let run = await executor.takeOver(); run; run = await executor.takeOver()) await run.finished;
}

async function lastRun(fixture: AgentFixture, schedule: Schedule) {
  const { lastRunId } = await read(fixture, schedule);
  return requireConversationRun(await fixture.unitOfWork.stores.runs.get(fixture.principal, lastRunId ?? ''));
}

it('runDueSchedules begins one run for all missed times, in a new conversation, and sets the next time', async () => {
  await using fixture = await createAgentFixture();
  const schedule = await createDue(fixture);
  const before = await fixture.unitOfWork.stores.schedules.now();
  expect(await runDue(fixture)).toBe(1);
  expect(await runDue(fixture)).toBe(0);
  const run = await lastRun(fixture, schedule);
  expect(run).toMatchObject({ origin: 'schedule', status: 'queued', workspaceId: null, model: 'scripted:model' });
  const { nextRunAt } = await read(fixture, schedule);
  expect(nextRunAt?.getTime()).toBeGreaterThan(before.getTime());

  await executeAll(fixture);
  expect((await fixture.events(run.id)).at(-1)?.event).toMatchObject({ type: 'run_ended', status: 'completed' });
  const { conversations } = fixture.unitOfWork.stores;
  expect(await conversations.get(fixture.principal, run.conversationId)).toMatchObject({
    title: 'Morning check',
    contextType: 'plain',
  });
  const messages = await conversations.listMessages(fixture.principal, run.conversationId);
  expect(messages.map(({ message }) => textOf(message))).toEqual(['Is all well?', 'All is well.']);
});

it('runDueSchedules uses the workspace and the model of the schedule', async () => {
  await using fixture = await createAgentFixture();
  const schedule = await createDue(fixture, { workspaceId: fixture.workspace.id, model: 'other:model' });
  await runDue(fixture);
  const run = await lastRun(fixture, schedule);
  expect(run).toMatchObject({ workspaceId: fixture.workspace.id, model: 'other:model' });
  const conversation = await fixture.unitOfWork.stores.conversations.get(fixture.principal, run.conversationId);
  expect(conversation).toMatchObject({ contextType: 'chart', workspaceId: fixture.workspace.id });
});

it('runDueSchedules begins one run per schedule when called concurrently', async () => {
  await using fixture = await createAgentFixture();
  const schedules = await Promise.all(Array.from({ length: 3 }, () => createDue(fixture)));
  const begun = await Promise.all(Array.from({ length: 4 }, () => runDue(fixture)));
  expect(begun.reduce((sum, count) => sum + count, 0)).toBe(3);
  const runs = await Promise.all(schedules.map((schedule) => lastRun(fixture, schedule)));
  expect(new Set(runs.map(({ id }) => id)).size).toBe(3);
});

it('runDueSchedules skips a time while the last run is active', async () => {
  await using fixture = await createAgentFixture();
  const schedule = await createDue(fixture);
  await runDue(fixture);
  const run = await lastRun(fixture, schedule);
  const { schedules } = fixture.unitOfWork.stores;
  await schedules.settle(schedule.id, { nextRunAt: past, runId: run.id });
  expect(await runDue(fixture)).toBe(0);
  const skipped = await read(fixture, schedule);
  expect(skipped).toMatchObject({ lastRunId: run.id, lastSkip: 'The previous run was still active.' });
  expect(skipped.nextRunAt?.getTime()).toBeGreaterThan(past.getTime());

  await executeAll(fixture);
  await schedules.settle(schedule.id, { nextRunAt: past, runId: run.id });
  expect(await runDue(fixture)).toBe(1);
  expect((await read(fixture, schedule)).lastRunId).not.toBe(run.id);
});

it('runDueSchedules runs the other schedules when one fails, which stays due', async () => {
  await using fixture = await createAgentFixture();
  const broken = await createDue(fixture, { cron: 'never', workspaceId: fixture.workspace.id });
  const sound = await createDue(fixture);
  const errors: unknown[] = [];
  const logger = { ...silentLogger, error: (_: string, fields?: object) => void errors.push(fields) };
  const options = { unitOfWork: fixture.unitOfWork, models: { get: () => model }, logger };
  expect(await runDueSchedules(options, never)).toBe(1);
  const unreadable = { scheduleId: broken.id, error: expect.objectContaining({ code: 'VALIDATION_ERROR' }) };
  expect(errors).toEqual([unreadable]);
  expect(await read(fixture, broken)).toEqual(broken);
  expect((await read(fixture, sound)).lastRunId).not.toBeNull();
  const { conversations, schedules } = fixture.unitOfWork.stores;
  expect(await conversations.listForWorkspace(fixture.principal, fixture.workspace.id)).toEqual([]);
  await schedules.remove(fixture.principal, broken.id);
});

it('runDueSchedules skips a time with the reason when the run is rejected', async () => {
  await using fixture = await createAgentFixture();
  const schedule = await createDue(fixture, { model: 'nobody:knows-its-price' });
  const none = { tokens: null, costUsd: null };
  const nothing = { day: none, month: none };
  await fixture.unitOfWork.stores.spend.setLimits(fixture.principal, {
    user: nothing,
    organization: { ...nothing, month: { tokens: null, costUsd: 1 } },
  });
  const warnings: unknown[] = [];
  const warn = (_: string, fields?: object) => void warnings.push(fields);
  const options = {
    unitOfWork: fixture.unitOfWork,
    models: { get: () => model },
    logger: { ...silentLogger, warn },
  };
  expect(await runDueSchedules(options, never)).toBe(0);
  const refused = await read(fixture, schedule);
  expect(refused).toMatchObject({ lastRunId: null, lastSkip: expect.stringContaining('nobody:knows-its-price') });
  expect(refused.nextRunAt?.getTime()).toBeGreaterThan(past.getTime());

  const reason = refused.lastSkip ?? '';
  await fixture.unitOfWork.stores.schedules.settle(schedule.id, { nextRunAt: past, skip: reason });
  expect(await runDueSchedules(options, never)).toBe(0);
  expect(await read(fixture, schedule)).toMatchObject({ lastSkip: reason });
  expect(warnings).toEqual([{ scheduleId: schedule.id, reason }]);
});

it('a schedule gets its next time when it is created or changed, and none when it is disabled', async () => {
  await using fixture = await createAgentFixture();
  const { unitOfWork, principal } = fixture;
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
  expect(await read(fixture, made)).toEqual(hourly);
});
