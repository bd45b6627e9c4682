import { runStatuses } from '@shipmate/domain/run';
import { z } from 'zod';

/** A recurring question; each run has a conversation of its own. */
export const scheduleSchema = z.object({
  id: z.string(),
  name: z.string(),
  cron: z.string(),
  timeZone: z.string(),
  prompt: z.string(),
  workspaceId: z.string().nullable(),
  model: z.string().nullable(),
  enabled: z.boolean(),
  /** Null while disabled. */
  nextRunAt: z.string().nullable(),
  /** Null before the first run, and once that run was deleted. */
  lastRunId: z.string().nullable(),
  lastRunStatus: z.enum(runStatuses).nullable(),
  lastRunAt: z.string().nullable(),
  /**
   * Why the last time was skipped: the previous run was still active, or a spend limit was reached. Null when it was
   * not.
   */
  lastSkip: z.string().nullable(),
  createdAt: z.string(),
});
export type ScheduleView = z.infer<typeof scheduleSchema>;

/** `GET /api/schedules`: the caller's own, newest first. `GET /api/schedules/{id}` returns one. */
export const scheduleListResponseSchema = z.object({ schedules: z.array(scheduleSchema) });
export type ScheduleListResponse = z.infer<typeof scheduleListResponseSchema>;

/**
 * `POST /api/schedules` creates one, `PUT /api/schedules/{id}` replaces one, and both return it; `DELETE` deletes it.
 * Missed times are not caught up; a time at which the previous run is still active is skipped.
 */
export const scheduleRequestSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** Minute, hour, day of the month, month, day of the week: `30 8 * * 1-5`. */
  cron: z.string().trim().min(1).max(200),
  /** An IANA name: `Europe/Berlin`. */
  timeZone: z.string().trim().min(1).max(100).default('UTC'),
  prompt: z.string().trim().min(1).max(20_000),
  /** The workspace to work on; without it the answer is plain text. */
  workspaceId: z.string().nullable().default(null),
  /** `provider:model`; without it, the default model at the time of the run. */
  model: z.string().trim().min(1).max(200).nullable().default(null),
  enabled: z.boolean().default(true),
});
export type ScheduleRequest = z.input<typeof scheduleRequestSchema>;

/**
 * `POST /api/schedules/{id}/run` returns 201 with a run that starts at once. CONFLICT while the previous one is active.
 */
export const runScheduleResponseSchema = z.object({ runId: z.string() });
export type RunScheduleResponse = z.infer<typeof runScheduleResponseSchema>;
