import { runStatuses } from '@shipmate/domain/run';
import { z } from 'zod';

/** A question that is asked again and again, each time in a conversation of its own. */
export const scheduleSchema = z.object({
  id: z.string(),
  name: z.string(),
  cron: z.string(),
  timeZone: z.string(),
  prompt: z.string(),
  workspaceId: z.string().nullable(),
  model: z.string().nullable(),
  enabled: z.boolean(),
  /** Null while it is not enabled. */
  nextRunAt: z.string().nullable(),
  /** Null before the first time, and once that run was deleted. */
  lastRunId: z.string().nullable(),
  lastRunStatus: z.enum(runStatuses).nullable(),
  lastRunAt: z.string().nullable(),
  /** Why nothing was asked at the last time: the last run went on, or a spend limit was used up. Null when it was. */
  lastSkip: z.string().nullable(),
  createdAt: z.string(),
});
export type ScheduleView = z.infer<typeof scheduleSchema>;

/** `GET /api/schedules`: the caller's own, newest first. `GET /api/schedules/{id}` answers one. */
export const scheduleListResponseSchema = z.object({ schedules: z.array(scheduleSchema) });
export type ScheduleListResponse = z.infer<typeof scheduleListResponseSchema>;

/**
 * `POST /api/schedules` makes one, `PUT /api/schedules/{id}` changes all of one, and both answer it; `DELETE` removes it. Times
 * that are over are not made up for; one at which the last run goes on is skipped.
 */
export const scheduleRequestSchema = z.object({
  name: z.string().trim().min(1).max(100),
  /** Minute, hour, day of the month, month, day of the week: `30 8 * * 1-5`. */
  cron: z.string().trim().min(1).max(200),
  /** An IANA name: `Europe/Berlin`. */
  timeZone: z.string().trim().min(1).max(100).default('UTC'),
  prompt: z.string().trim().min(1).max(20_000),
  /** The charts to work on; without it the answer is plain text. */
  workspaceId: z.string().nullable().default(null),
  /** `provider:model`; without it, the default model of the day. */
  model: z.string().trim().min(1).max(200).nullable().default(null),
  enabled: z.boolean().default(true),
});
export type ScheduleRequest = z.input<typeof scheduleRequestSchema>;

/** `POST /api/schedules/{id}/run` answers 201 with a run that is made at once. CONFLICT while the last one goes on. */
export const runScheduleResponseSchema = z.object({ runId: z.string() });
export type RunScheduleResponse = z.infer<typeof runScheduleResponseSchema>;
