export type { PlannedSchedule, ScheduleStore, ScheduleTurn } from './schedule-store.ts';
export type { Recurrence, Schedule, ScheduleSettings } from './schedule.ts';
