import { AppError, type Principal } from '@shipmate/core';
import {
  isEnded,
  newId,
  type PlannedSchedule,
  type Run,
  type Schedule,
  type ScheduleSettings,
  type Stores,
} from '@shipmate/domain';
import { beginScheduledRun, type ScheduleResources } from './begin-scheduled-run.ts';
import { nextTimeOf } from './next-time.ts';

/**
 * Makes a schedule within a transaction.
 *
 * @throws AppError `VALIDATION_ERROR` that names the field, `NOT_FOUND` when the workspace is another's.
 */
export async function createSchedule(
  stores: Stores,
  principal: Principal,
  settings: ScheduleSettings,
): Promise<Schedule> {
  return stores.schedules.create(principal, { id: newId(), ...(await plan(stores, settings)) });
}

/** A schedule with what it shall be from now on. */
export interface ScheduleChange {
  readonly scheduleId: string;
  readonly settings: ScheduleSettings;
}

/**
 * Changes a schedule within a transaction. Times before now are not made up for.
 *
 * @throws AppError `VALIDATION_ERROR` that names the field, `NOT_FOUND` when the schedule or the workspace is another's.
 */
export async function changeSchedule(
  stores: Stores,
  principal: Principal,
  { scheduleId, settings }: ScheduleChange,
): Promise<Schedule> {
  // A time that is being taken counts as before now.
  await stores.schedules.lock(principal, scheduleId);
  return stores.schedules.update(principal, scheduleId, await plan(stores, settings));
}

/**
 * Queues a run of a schedule within a transaction, enabled or not; its next time stays what it is.
 *
 * @throws AppError `NOT_FOUND` when the schedule is another's, `CONFLICT` while its last run goes on; as `beginRun` does.
 */
export async function runScheduleNow(
  stores: Stores,
  principal: Principal,
  { scheduleId, ...resources }: ScheduleResources & { readonly scheduleId: string },
): Promise<Run> {
  const { schedules, runs } = stores;
  await schedules.lock(principal, scheduleId);
  const schedule = await schedules.get(principal, scheduleId);
  const { lastRunId, nextRunAt } = schedule;
  if (lastRunId !== null && !isEnded((await runs.get(principal, lastRunId)).status)) {
    const message = 'The last run of this schedule goes on. Wait until it has ended, or stop it.';
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
