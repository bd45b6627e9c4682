import { z } from 'zod';
import { parseDuration } from '../parse-duration.ts';

const fieldNames = z
  .array(z.string().min(1).max(200))
  .max(10)
  .describe('Fields whose values tell events apart, or entity_id for the row');
const duration = z
  .string()
  .max(50)
  .refine((text) => parseDuration(text) !== undefined, 'must be a duration from 1s to 720h, such as 1h30m');
const timeZone = z.string().min(1).max(100).default('UTC').describe('Such as Europe/Berlin');
const reason = z.string().max(500).optional();
const time = z.iso.datetime({ offset: true, local: true });

const cronWindowSchema = z.strictObject({
  cron: z.string().min(1).max(100).describe('Five fields; the window begins at these times'),
  duration,
  time_zone: timeZone,
  reason,
});
const fixedWindowSchema = z.strictObject({
  from: time.describe('Local time of time_zone, unless it has an offset'),
  to: time,
  time_zone: timeZone,
  reason,
});

/** The schema of {@link RuleNoise}, as clients write and rules store it. */
export const ruleNoiseSchema = z.strictObject({
  threshold: z
    .strictObject({ count: z.number().int().min(2).max(100), window: duration, fields: fieldNames.default([]) })
    .optional()
    .describe('Start only at the event that completes this count within the window; events are counted by the fields'),
  deduplicate: z
    .strictObject({ fields: fieldNames.min(1), window: duration })
    .optional()
    .describe('Start once within the window for events whose fields have the same values'),
  group: z
    .strictObject({ fields: fieldNames.default([]), window: duration })
    .optional()
    .describe('Collect events whose fields have the same values; one execution starts when the window ends'),
  maintenance: z
    .array(z.union([cronWindowSchema, fixedWindowSchema]))
    .max(10)
    .optional()
    .describe('Times in which nothing starts'),
});

/** The noise control of a rule; each part is optional. Durations are texts such as `1h30m`. */
export type RuleNoise = z.output<typeof ruleNoiseSchema>;
/** A time in which a rule starts nothing. */
export type MaintenanceWindow = NonNullable<RuleNoise['maintenance']>[number];

/** The reasons for which an event that matches a rule begins no execution of its own. */
export const suppressionKinds = ['maintenance', 'silence', 'threshold', 'duplicate', 'group'] as const;
export type SuppressionKind = (typeof suppressionKinds)[number];
