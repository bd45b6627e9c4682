import { jsonValueSchema } from '@shipmate/core';
import { triggerNames } from '@shipmate/domain/workflow';
import { z } from 'zod';

/** Query of `GET /api/rules/dead-events`. */
export const deadEventQuerySchema = z.strictObject({
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

const deadEventSchema = z.object({
  id: z.string(),
  trigger: z.enum(triggerNames),
  /** `schema.table`. */
  entity: z.string(),
  entityKey: z.string(),
  /** The row after the change; the deleted row after a deletion. */
  row: z.record(z.string(), jsonValueSchema),
  /** The reason of the last failure. */
  error: z.string(),
  attempts: z.number().int(),
  /** The number of rule executions that led to the event. */
  depth: z.number().int(),
  createdAt: z.string(),
});
export type DeadEventView = z.infer<typeof deadEventSchema>;

/** `GET /api/rules/dead-events`: events that no rule could take, newest first; `total` counts those on all pages. */
export const deadEventListResponseSchema = z.object({
  events: z.array(deadEventSchema),
  total: z.number().int(),
});
export type DeadEventListResponse = z.infer<typeof deadEventListResponseSchema>;

/**
 * `POST /api/rules/dead-events/{id}/retry` and `POST /api/rules/dead-events/retry`, which retries all: the number of events that are
 * matched again. `DELETE /api/rules/dead-events/{id}` discards one.
 */
export const retriedEventsSchema = z.object({ count: z.number().int() });
export type RetriedEvents = z.infer<typeof retriedEventsSchema>;
