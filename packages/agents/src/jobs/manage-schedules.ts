import { AppError, type Principal } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';
import { isEnded, type ConversationRun } from '@shipmate/domain/run';
import { nextTimeOf, type PlannedSchedule, type Schedule, type ScheduleSettings } from '@shipmate/domain/schedule';
import { beginScheduledRun, type ScheduleResources } from './begin-scheduled-run.ts';

/** The most schedules of a person. */
const maxSchedules = 200;

/**
 * Creates a schedule within a transaction.
 *
 * @throws AppError `VALIDATION_ERROR` that names the field, `NOT_FOUND` when the workspace belongs to another tenant,
 * `CONFLICT` if the person has 200 schedules.
 */
export async function createSchedule(
  stores: Stores,
  principal: Principal,
  settings: ScheduleSettings,
): Promise<Schedule> {
  if ((await stores.schedules.list(principal)).length >= maxSchedules) {
    const message = `You have ${maxSchedules} schedules, the maximum. Delete those that you no longer need.`;
    throw new AppError({ code: 'CONFLICT', message });
  }
  return stores.schedules.create(principal, { id: newId(), ...(await plan(stores, settings)) });
}

/** A schedule and its new settings. */
export interface ScheduleChange {
  readonly scheduleId: string;
  readonly settings: ScheduleSettings;
}

/**
 * Changes a schedule within a transaction. Times in the past are not made up for.
 *
 * @throws AppError `VALIDATION_ERROR` that names the field, `NOT_FOUND` when the schedule or the workspace belongs to
 * another tenant.
 */
export async function changeSchedule(
  stores: Stores,
  principal: Principal,
  { scheduleId, settings }: ScheduleChange,
): Promise<Schedule> {
  // The lock waits for a run that is just being started, so that its time counts as past.
  await stores.schedules.lock(principal, scheduleId);
  return stores.schedules.update(principal, scheduleId, await plan(stores, settings));
}

/**
 * Queues a run of a schedule within a transaction, even when the schedule is disabled; its next time is unchanged.
 *
 * @throws AppError `NOT_FOUND` when the schedule belongs to another user, `CONFLICT` while its last run is active; as
 * `beginRun` does.
 */
export async function runScheduleNow(
  stores: Stores,
  principal: Principal,
  { scheduleId, ...resources }: ScheduleResources & { readonly scheduleId: string },
): Promise<ConversationRun> {
  const { schedules, runs } = stores;
  await schedules.lock(principal, scheduleId);
  const schedule = await schedules.get(principal, scheduleId);
  const { lastRunId, nextRunAt } = schedule;
  if (lastRunId !== null && !isEnded((await runs.get(principal, lastRunId)).status)) {
    const message = 'The last run of this schedule is still active. Wait until it has ended, or stop it.';
    throw new AppError({ code: 'CONFLICT', message });
  }
  const run = await beginScheduledRun(stores, schedule, resources);
  await schedules.settle(scheduleId, { nextRunAt, runId: run.id });
  return run;
}

async function plan({ schedules }: Stores, settings: ScheduleSettings): Promise<PlannedSchedule> {
  const nextRunAt = nextTimeOf(settings, await schedules.now());
  return { settings, nextRunAt: settings.enabled ? nextRunAt : null };
}
