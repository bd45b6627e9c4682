import { z } from 'zod';

const words = z.record(z.string(), z.string()).default({});

/**
 * `POST /api/alerts/alertmanager`: the payload of Alertmanager's webhook, version 4. Additional fields are ignored.
 * Authenticated by an API token as `authorization: Bearer`.
 */
export const alertmanagerRequestSchema = z.object({
  version: z.literal('4'),
  groupKey: z.string().min(1).max(4_000),
  status: z.enum(['firing', 'resolved']),
  receiver: z.string().max(500).default(''),
  groupLabels: words,
  commonLabels: words,
  commonAnnotations: words,
  alerts: z
    .array(
      z.object({
        status: z.enum(['firing', 'resolved']),
        labels: words,
        annotations: words,
        startsAt: z.string().max(100),
        fingerprint: z.string().min(1).max(200),
      }),
    )
    .max(1_000),
});
export type AlertmanagerRequest = z.input<typeof alertmanagerRequestSchema>;

/** Status 202. `remediationId` is null when no alert fires. */
export const alertResponseSchema = z.object({
  remediationId: z.string().nullable(),
  /** True when the remediation already existed: a repeated alert starts no second one. */
  isKnown: z.boolean(),
});
export type AlertResponse = z.infer<typeof alertResponseSchema>;
