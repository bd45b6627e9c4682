import type { Principal } from '@shipmate/core';
import type { Schedule, ScheduleSettings } from './schedule.ts';

/**
 * A person's settings, and the first due time that follows from them; null while the schedule is disabled.
 */
export interface PlannedSchedule {
  readonly settings: ScheduleSettings;
  readonly nextRunAt: Date | null;
}

/** The result of a due or manual execution of a schedule: a run, or the reason why there is none. */
export type ScheduleTurn = Pick<PlannedSchedule, 'nextRunAt'> &
  ({ readonly runId: string } | { readonly skip: string });

/**
 * Store for schedules of runs. **Contract.** A user reads their own schedules; any other is `NOT_FOUND`, and
 * so is a workspace that they may not read. A schedule is deleted with its workspace and with its user's
 * membership.
 */
export interface ScheduleStore {
  create(principal: Principal, schedule: PlannedSchedule & { readonly id: string }): Promise<Schedule>;
  get(principal: Principal, scheduleId: string): Promise<Schedule>;
  /** Lists schedules, newest first. */
  list(principal: Principal): Promise<readonly Schedule[]>;
  /** Locks a schedule against changes and claims until the transaction ends. */
  lock(principal: Principal, scheduleId: string): Promise<void>;
  update(principal: Principal, scheduleId: string, schedule: PlannedSchedule): Promise<Schedule>;
  remove(principal: Principal, scheduleId: string): Promise<void>;
  /** Returns the clock by which schedules are due. */
  now(): Promise<Date>;
  /**
   * Claims the schedule that has been due for the longest time, of any user, except the given ones.
   * **Contract.** It stays locked until the transaction ends.
   */
  takeDue(options: { readonly except: readonly string[] }): Promise<Schedule | undefined>;
  /** Records the result of a schedule that this transaction claimed or locked. */
  settle(scheduleId: string, turn: ScheduleTurn): Promise<void>;
}
