import type { Principal } from '@shipmate/core';
import type { Schedule, ScheduleSettings } from './schedule.ts';

/** What a person wants, and the first time that follows from it; null while it is not enabled. */
export interface PlannedSchedule {
  readonly settings: ScheduleSettings;
  readonly nextRunAt: Date | null;
}

/** What became of a schedule that was due or was run by hand: a run, or why there is none. */
export type ScheduleTurn = Pick<PlannedSchedule, 'nextRunAt'> &
  ({ readonly runId: string } | { readonly skip: string });

/**
 * Schedules of runs. **Contract.** A user sees their own schedules; any other is `NOT_FOUND`, and so is a workspace that they
 * may not see. A schedule is gone with its workspace and with its user's membership.
 */
export interface ScheduleStore {
  create(principal: Principal, schedule: PlannedSchedule & { readonly id: string }): Promise<Schedule>;
  get(principal: Principal, scheduleId: string): Promise<Schedule>;
  /** Newest first. */
  list(principal: Principal): Promise<readonly Schedule[]>;
  /** Keeps others from changing or taking a schedule until the transaction ends. */
  lock(principal: Principal, scheduleId: string): Promise<void>;
  update(principal: Principal, scheduleId: string, schedule: PlannedSchedule): Promise<Schedule>;
  remove(principal: Principal, scheduleId: string): Promise<void>;
  /** The time by which schedules are due. */
  now(): Promise<Date>;
  /**
   * Takes the schedule that has been due for the longest time, of any user, but for some that are named. **Contract.** Until the
   * transaction ends, nobody else takes it.
   */
  takeDue(options: { readonly except: readonly string[] }): Promise<Schedule | undefined>;
  /** Notes what became of a schedule that was taken or locked in this transaction. */
  settle(scheduleId: string, turn: ScheduleTurn): Promise<void>;
}
