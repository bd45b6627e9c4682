export type { PlannedSchedule, ScheduleStore, ScheduleTurn } from './schedule-store.ts';
export type { Recurrence, Schedule, ScheduleSettings } from './schedule.ts';
export { nextTimeOf } from './next-time.ts';
export { describeRecurrence } from './describe-recurrence.ts';
export { findMissedTimes, type MissedTimes } from './missed-times.ts';
