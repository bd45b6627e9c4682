import { jsonValueSchema } from '@shipmate/core';
import { runStatuses } from '@shipmate/domain/run';
import { ruleStepStatuses, triggerNames } from '@shipmate/domain/workflow';
import { z } from 'zod';

const execution = {
  id: z.string(),
  /** The revision of the rule that it follows. */
  revision: z.number().int(),
  trigger: z.enum(triggerNames),
  /** `schema.table` of the row that started it. */
  entity: z.string(),
  entityKey: z.string(),
  status: z.enum(runStatuses),
  error: z.string().nullable(),
  createdAt: z.string(),
  /** Null until it has ended. */
  endedAt: z.string().nullable(),
};

/** Query of `GET /api/rules/{id}/executions`. */
export const ruleExecutionQuerySchema = z.object({
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** Response of `GET /api/rules/{id}/executions`: newest first. */
export const ruleExecutionListResponseSchema = z.object({ executions: z.array(z.object(execution)) });
export type RuleExecutionListResponse = z.infer<typeof ruleExecutionListResponseSchema>;
export type RuleExecutionSummaryView = RuleExecutionListResponse['executions'][number];

/** `GET /api/rules/{id}/executions/{executionId}`: an execution with its row and its steps in the order in which they began. */
export const ruleExecutionSchema = z.object({
  ...execution,
  /** The row after the change; the deleted row after a deletion. */
  row: z.record(z.string(), jsonValueSchema),
  steps: z.array(
    z.object({
      actionId: z.string(),
      actionName: z.string(),
      actionType: z.string(),
      status: z.enum(ruleStepStatuses),
      /** Counted from 1. */
      attempt: z.number().int(),
      /** The output port; null until the step has ended. */
      port: z.string().nullable(),
      error: z.string().nullable(),
      /** The configuration with rendered templates. */
      input: jsonValueSchema,
      output: jsonValueSchema,
      startedAt: z.string(),
      endedAt: z.string().nullable(),
    }),
  ),
});
export type RuleExecutionView = z.infer<typeof ruleExecutionSchema>;
