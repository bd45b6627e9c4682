import { jsonValueSchema } from '@shipmate/core';
import { alertSeverities, alertStatuses } from '@shipmate/domain/workflow';
import { z } from 'zod';

/** `GET /api/alerts/{id}`: an alert of a rule. `POST …/acknowledge`, `…/dismiss` and `…/resolve` return it too. */
export const ruleAlertSchema = z.object({
  id: z.string(),
  alertType: z.string(),
  severity: z.enum(alertSeverities),
  status: z.enum(alertStatuses),
  title: z.string(),
  message: z.string(),
  context: z.record(z.string(), jsonValueSchema),
  actionUrl: z.string().nullable(),
  /** `schema.table` of the row; null for an alert without a row. */
  entity: z.string().nullable(),
  entityId: z.string().nullable(),
  /** Null for an alert that no rule created, and after the rule was removed. */
  ruleId: z.string().nullable(),
  ruleName: z.string().nullable(),
  /** Names of users and roles. */
  recipients: z.array(z.string()),
  acknowledgments: z.array(z.object({ userName: z.string(), notes: z.string().nullable(), at: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type RuleAlertView = z.infer<typeof ruleAlertSchema>;

/** Query of `GET /api/alerts`: the alerts of which the caller is a recipient, newest first. */
export const ruleAlertQuerySchema = z.strictObject({
  status: z.enum(alertStatuses).optional(),
  severity: z.enum(alertSeverities).optional(),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Response of `GET /api/alerts`; `total` counts the alerts on all pages. */
export const ruleAlertListResponseSchema = z.object({ alerts: z.array(ruleAlertSchema), total: z.number().int() });
export type RuleAlertListResponse = z.infer<typeof ruleAlertListResponseSchema>;

/** `POST /api/alerts/{id}/acknowledge`. */
export const acknowledgeAlertRequestSchema = z.strictObject({ notes: z.string().trim().min(1).max(2_000).optional() });
