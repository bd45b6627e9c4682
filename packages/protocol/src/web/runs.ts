import { contextTypes } from '@shipmate/domain/conversation';
import { remediationStatuses } from '@shipmate/domain/remediation';
import { personas, runKinds, runOrigins, runStatuses, toolCallStatuses } from '@shipmate/domain/run';
import { z } from 'zod';
import { approvalSchema } from './approvals.ts';

/** The tokens of a run or a step. */
const usageSchema = z.object({
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  cacheReadTokens: z.number().int(),
  cacheWriteTokens: z.number().int(),
  reasoningTokens: z.number().int(),
});

/** In US dollars; null when unknown. */
const costSchema = z.number().nullable();

export const runSummarySchema = z.object({
  id: z.string(),
  kind: z.enum(runKinds),
  /** Null for a remediation and a rule execution. */
  conversationId: z.string().nullable(),
  /** Null for a remediation and a rule execution, and until the conversation's first answer is complete. */
  conversationTitle: z.string().nullable(),
  workspaceId: z.string().nullable(),
  workspaceName: z.string().nullable(),
  /** `provider:model`; null for a rule execution, and for a remediation before its model has answered. */
  model: z.string().nullable(),
  /** The remediation with the run's id; null for other kinds. */
  remediation: z.object({ issue: z.string(), status: z.enum(remediationStatuses) }).nullable(),
  /** The rule of a rule execution; null for other kinds. `GET /api/rules/{rule.id}/executions/{id}` returns the execution. */
  rule: z.object({ id: z.string(), name: z.string() }).nullable(),
  origin: z.enum(runOrigins),
  status: z.enum(runStatuses),
  /** True when a stop was requested. */
  isStopping: z.boolean(),
  usage: usageSchema,
  /** True when the usage is estimated from the length of texts, as that of the demo model is. */
  isUsageEstimated: z.boolean(),
  costUsd: costSchema,
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** Query of `GET /api/runs`. */
export const runListQuerySchema = z.strictObject({
  /** `active` for runs that have not ended. */
  status: z.enum(['active', ...runStatuses]).optional(),
  workspace_id: z.uuid().optional(),
  /** `next` of the previous page. */
  before: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type RunListQuery = z.input<typeof runListQuerySchema>;

/** `GET /api/runs`: the caller's own, newest first. */
export const runListResponseSchema = z.object({
  runs: z.array(runSummarySchema),
  /** `before` of the next page; null on the last page. */
  next: z.string().nullable(),
});
export type RunListResponse = z.infer<typeof runListResponseSchema>;

/** A tool call of the trace. */
export const runToolCallSchema = z.object({
  toolCallId: z.string(),
  name: z.string(),
  input: z.unknown(),
  effect: z.enum(['read', 'write', 'destructive']),
  status: z.enum(toolCallStatuses),
  /** Output as the model saw it; null until the call has ended. */
  output: z.string().nullable(),
  startedAt: z.string(),
  /** Null while the call runs, and for an unknown outcome. */
  durationMs: z.number().nullable(),
});
export type RunToolCallView = z.infer<typeof runToolCallSchema>;

/** One turn of the model and its tool calls. */
export const runStepSchema = z.object({
  /** From 0. */
  turn: z.number().int(),
  /** Null while the model is generating. */
  model: z.string().nullable(),
  text: z.string(),
  usage: usageSchema,
  costUsd: costSchema,
  startedAt: z.string().nullable(),
  durationMs: z.number().nullable(),
  /** Kept from the retried run, which is charged for it. */
  isKept: z.boolean(),
  toolCalls: z.array(runToolCallSchema),
});
export type RunStepView = z.infer<typeof runStepSchema>;

/** `GET /api/runs/{id}`: the trace of a run and its pending decisions. */
export const runTraceSchema = z.object({
  run: runSummarySchema,
  contextType: z.enum(contextTypes),
  /** The state that an Agent Chat Protocol client sent with the question. */
  clientContext: z.record(z.string(), z.unknown()).nullable(),
  /** Scope of the run's changes. */
  persona: z.enum(personas),
  /** The question, or the issue of a remediation; null for a rule execution, and when it is no longer known. */
  question: z.string().nullable(),
  stopReason: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The run that this one retries, and the first new step. */
  retryOf: z.object({ runId: z.string(), fromStep: z.number().int() }).nullable(),
  steps: z.array(runStepSchema),
  approvals: z.array(approvalSchema),
  /** The highest step from which it can be retried: the one after the last step with results for all calls; 0 for a remediation. */
  lastRetryStep: z.number().int(),
  /** True when a retry opens a new conversation, because the current one has later questions. */
  retryBranches: z.boolean(),
});
export type RunTrace = z.infer<typeof runTraceSchema>;

/**
 * `POST /api/runs/{id}/retry` returns 201 with another run of the same question, which keeps the steps before
 * `from_step` and repeats the others; while the retry is active, the same run is returned. When the conversation has
 * later questions, the retry is in a new conversation with the messages before them. CONFLICT while the original run is
 * active.
 */
export const retryRunRequestSchema = z.strictObject({ from_step: z.number().int().min(0) });
export type RetryRunRequest = z.infer<typeof retryRunRequestSchema>;

export const retryRunResponseSchema = z.object({ runId: z.string(), conversationId: z.string() });
export type RetryRunResponse = z.infer<typeof retryRunResponseSchema>;
