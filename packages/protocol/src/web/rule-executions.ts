import { jsonValueSchema } from '@shipmate/core';
import { runStatuses } from '@shipmate/domain/run';
import { ruleStepStatuses, suppressionKinds, triggerNames } from '@shipmate/domain/workflow';
import { z } from 'zod';
import { ruleDefinitionSchema } from './rules.ts';

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
  /** The execution that it retries; null for the first one. */
  retryOfId: z.string().nullable(),
  createdAt: z.string(),
  /** Null until it has ended. */
  endedAt: z.string().nullable(),
};

/** Query of `GET /api/rules/{id}/executions`. */
export const ruleExecutionQuerySchema = z.strictObject({
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** Response of `GET /api/rules/{id}/executions`: newest first. */
export const ruleExecutionListResponseSchema = z.object({
  executions: z.array(
    z.object({
      ...execution,
      /** Events that repeat the execution's event or joined its group, by kind; the reasons are in `GET /api/rules/{id}/suppressed`. */
      suppressed: z.partialRecord(z.enum(suppressionKinds), z.number().int()),
    }),
  ),
});
export type RuleExecutionListResponse = z.infer<typeof ruleExecutionListResponseSchema>;
export type RuleExecutionSummaryView = RuleExecutionListResponse['executions'][number];

/** `GET /api/rules/{id}/executions/{executionId}`: an execution with its row and its steps in the order in which they began. */
export const ruleExecutionSchema = z.object({
  ...execution,
  /** The rule's name now. */
  ruleName: z.string(),
  /** True if the caller owns the execution and so can cancel it with `POST /api/runs/{executionId}/stop`. */
  isOwn: z.boolean(),
  /** The rule's content at `revision`. */
  definition: ruleDefinitionSchema,
  /** Ids of the actions that the execution did not reach, or can no longer reach. */
  unreached: z.array(z.string()),
  /** The row after the change; the deleted row after a deletion. */
  row: z.record(z.string(), jsonValueSchema),
  steps: z.array(
    z.object({
      actionId: z.string(),
      actionName: z.string(),
      actionType: z.string(),
      status: z.enum(ruleStepStatuses),
      /** The members who were asked, with their decisions; null while a decision is pending. Empty unless the step needs an approval. */
      approvers: z.array(
        z.object({
          userId: z.string(),
          decision: z.enum(['approved', 'rejected']).nullable(),
          /** The reason that the approver gave. */
          reason: z.string().nullable(),
        }),
      ),
      /** True while the step waits for the caller's decision, which is made with `POST /api/inbox/rule_approval/{executionId}.{actionId}/decision`. */
      isAskingCaller: z.boolean(),
      /** Milliseconds until a waiting step continues without a decision; null unless it waits. */
      wakesInMs: z.number().nullable(),
      /** Counted from 1. */
      attempt: z.number().int(),
      /** The output port; null until the step has ended. */
      port: z.string().nullable(),
      error: z.string().nullable(),
      /** The configuration with rendered templates. */
      input: jsonValueSchema,
      output: jsonValueSchema,
      /** True for a step that a retry took over from the earlier execution. */
      isReused: z.boolean(),
      startedAt: z.string(),
      endedAt: z.string().nullable(),
    }),
  ),
});
export type RuleExecutionView = z.infer<typeof ruleExecutionSchema>;

/**
 * `GET /api/rules/{id}/executions/{executionId}/events`: server-sent events while the execution is active. A `step` says that a step
 * has another status; `end` is the last event. `Last-Event-ID` resumes. 204 once the execution has ended.
 */
export const ruleExecutionEventNames = ['step', 'end'] as const;
export type RuleExecutionEventName = (typeof ruleExecutionEventNames)[number];

/**
 * `POST /api/rules/{id}/executions/{executionId}/retry` executes the rule again for the same event: CONFLICT unless the execution failed
 * or was cancelled.
 */
export const retryExecutionRequestSchema = z.strictObject({
  /** Id or name of the action to continue from: the steps before and beside it are not repeated. Default: all are. */
  fromStep: z.string().trim().min(1).max(300).optional(),
  /** `same`: the revision that failed. `current`: the revision of the rule now. */
  revision: z.enum(['same', 'current']).default('same'),
});
export type RetryExecutionRequest = z.input<typeof retryExecutionRequestSchema>;

/** The execution that a retry or a start of a rule began. */
export const begunExecutionSchema = z.object({ executionId: z.string() });
export type BegunExecution = z.infer<typeof begunExecutionSchema>;

/**
 * `POST /api/rules/{id}/start` starts an active rule with the trigger `manual`: for a row of its entity, with values, or with values in
 * place of those of the row. CONFLICT for a rule that is inactive or has another trigger.
 */
export const startRuleRequestSchema = z.strictObject({
  /** The key of a row. */
  entityKey: z.string().min(1).max(300).optional(),
  /** Values by field of the rule's entity. */
  values: z.record(z.string().max(200), jsonValueSchema).optional(),
});
export type StartRuleRequest = z.input<typeof startRuleRequestSchema>;
