import type { Principal } from '@shipmate/core';
import { newId, type PlannedSchedule, type Schedule, type ScheduleSettings, type Stores } from '@shipmate/domain';
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

async function plan({ schedules }: Stores, settings: ScheduleSettings): Promise<PlannedSchedule> {
  const nextRunAt = nextTimeOf(settings, await schedules.now());
  return { settings, nextRunAt: settings.enabled ? nextRunAt : null };
}
