import { jsonValueSchema } from '@shipmate/core';
import { suppressionKinds, triggerNames } from '@shipmate/domain/workflow';
import { z } from 'zod';

const scalar = z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]);
/** Values by field, all of which an event has to have; a list stands for any of its values. Empty silences every event. */
const match = z
  .record(z.string().min(1).max(200), z.union([scalar, z.array(scalar).max(200)]))
  .refine((fields) => Object.keys(fields).length <= 20, 'must have at most 20 fields');

/** `POST /api/rules/{id}/silences` silences a rule and returns 201 with the silence. `DELETE …/silences/{silenceId}` ends it. */
export const addSilenceRequestSchema = z.strictObject({
  match: match.default({}),
  reason: z.string().trim().min(1).max(500),
  until: z.iso.datetime({ offset: true }),
});
export type AddSilenceRequest = z.input<typeof addSilenceRequestSchema>;

/** A silence of a rule. */
export const ruleSilenceSchema = z.object({
  id: z.string(),
  match,
  reason: z.string(),
  until: z.string(),
  createdAt: z.string(),
  createdByName: z.string(),
});
export type RuleSilenceView = z.infer<typeof ruleSilenceSchema>;

/** `GET /api/rules/{id}/silences`: those that have not ended, newest first. */
export const ruleSilenceListResponseSchema = z.object({ silences: z.array(ruleSilenceSchema) });
export type RuleSilenceListResponse = z.infer<typeof ruleSilenceListResponseSchema>;

/** `GET /api/rules/{id}/suppressed?offset&limit`: events that matched and began no execution of their own, newest first. */
export const suppressedEventListResponseSchema = z.object({
  events: z.array(
    z.object({
      eventId: z.string(),
      /** The revision of the rule that the event matched. */
      revision: z.number().int(),
      kind: z.enum(suppressionKinds),
      /** One sentence: why the event began no execution. */
      reason: z.string(),
      /** The execution that the event repeats or joined; null if there is none. */
      executionId: z.string().nullable(),
      trigger: z.enum(triggerNames),
      entity: z.string(),
      entityKey: z.string(),
      row: z.record(z.string(), jsonValueSchema),
      /** The time of the event. */
      createdAt: z.string(),
    }),
  ),
});
export type SuppressedEventListResponse = z.infer<typeof suppressedEventListResponseSchema>;
