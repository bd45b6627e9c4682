import { contextTypes } from '@shipmate/domain/conversation';
import { personas, runOrigins, runStatuses, toolCallStatuses } from '@shipmate/domain/run';
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

/** In US dollars; null when it is not known. */
const costSchema = z.number().nullable();

export const runSummarySchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  /** Null until the conversation's first answer is complete. */
  conversationTitle: z.string().nullable(),
  workspaceId: z.string().nullable(),
  workspaceName: z.string().nullable(),
  model: z.string(),
  origin: z.enum(runOrigins),
  status: z.enum(runStatuses),
  /** Whether somebody wants it stopped. */
  isStopping: z.boolean(),
  usage: usageSchema,
  costUsd: costSchema,
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** What `GET /api/runs` takes. */
export const runListQuerySchema = z.object({
  /** `active` for those that have not ended. */
  status: z.enum(['active', ...runStatuses]).optional(),
  workspace_id: z.uuid().optional(),
  /** The `next` of the page before. */
  before: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type RunListQuery = z.input<typeof runListQuerySchema>;

/** `GET /api/runs`: the caller's own, newest first. */
export const runListResponseSchema = z.object({
  runs: z.array(runSummarySchema),
  /** What to give as `before` for older ones; null when there are none. */
  next: z.string().nullable(),
});
export type RunListResponse = z.infer<typeof runListResponseSchema>;

/** A tool call as the trace tells it. */
export const runToolCallSchema = z.object({
  toolCallId: z.string(),
  name: z.string(),
  input: z.unknown(),
  effect: z.enum(['read', 'write', 'destructive']),
  status: z.enum(toolCallStatuses),
  /** As the model saw it; null until the call has ended. */
  output: z.string().nullable(),
  startedAt: z.string(),
  /** Null while it is carried out, and when nobody knows how it ended. */
  durationMs: z.number().nullable(),
});
export type RunToolCallView = z.infer<typeof runToolCallSchema>;

/** One turn of the model and the calls that it made. */
export const runStepSchema = z.object({
  /** From 0. */
  turn: z.number().int(),
  /** Null while the model is at it. */
  model: z.string().nullable(),
  text: z.string(),
  usage: usageSchema,
  costUsd: costSchema,
  startedAt: z.string().nullable(),
  durationMs: z.number().nullable(),
  /** Taken over from the run that this one tries again, which paid for it. */
  isKept: z.boolean(),
  toolCalls: z.array(runToolCallSchema),
});
export type RunStepView = z.infer<typeof runStepSchema>;

/** `GET /api/runs/{id}`: what a run did and what it waits for. */
export const runTraceSchema = z.object({
  run: runSummarySchema,
  contextType: z.enum(contextTypes),
  /** What the client that asked over the Agent Chat Protocol said of its state. */
  clientContext: z.record(z.string(), z.unknown()).nullable(),
  /** What it may change. */
  persona: z.enum(personas),
  /** What was asked; null when it is not known any more. */
  question: z.string().nullable(),
  stopReason: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The run that this one tries again, and from which step on. */
  retryOf: z.object({ runId: z.string(), fromStep: z.number().int() }).nullable(),
  steps: z.array(runStepSchema),
  approvals: z.array(approvalSchema),
  /** The highest step from which it can be tried again: the one after the last whose calls were all answered. */
  lastRetryStep: z.number().int(),
  /** Whether trying it again opens a new conversation, as something was asked after it. */
  retryBranches: z.boolean(),
});
export type RunTrace = z.infer<typeof runTraceSchema>;

/**
 * `POST /api/runs/{id}/retry` answers 201: another run of the same question, which keeps the steps before `from_step` as they are
 * and takes the others anew; the same run while it goes on. When something was asked after the run, the new one is in a new
 * conversation, which holds what was said before it. CONFLICT while the run goes on.
 */
export const retryRunRequestSchema = z.object({ from_step: z.number().int().min(0) });
export type RetryRunRequest = z.infer<typeof retryRunRequestSchema>;

export const retryRunResponseSchema = z.object({ runId: z.string(), conversationId: z.string() });
export type RetryRunResponse = z.infer<typeof retryRunResponseSchema>;
