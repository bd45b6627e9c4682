import type { StopReason, Usage } from '@shipmate/core';
import { AppError } from '@shipmate/core/tool';
import type { Persona } from './persona.ts';
import type { RunRetry } from './run-retry.ts';

/** Status of a run. The last three are final. */
export const runStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Origins of a run: a question in the chat, one over the Agent Chat Protocol, a job, or a schedule. */
export const runOrigins = ['chat', 'agent_chat', 'job', 'schedule'] as const;
export type RunOrigin = (typeof runOrigins)[number];

/**
 * Kinds of runs. `answer`: an agent answers a question. `call`: a person starts a tool call, and an agent describes its
 * result. `remediation`: an issue of a cluster is investigated and fixed; it has no conversation.
 * `rule_execution`: an automation rule reacts to an event; it has no conversation. `repository_job`: an agent works in a checkout of a
 * repository. `code_index`: the code of a repository is indexed; it has no conversation.
 */
export const runKinds = ['answer', 'call', 'remediation', 'rule_execution', 'repository_job', 'code_index'] as const;
export type RunKindName = (typeof runKinds)[number];

/** The unit of durable work: a row with an event log, executed by one process at a time. */
export interface Run {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly kind: RunKindName;
  /** Null for a kind without a conversation. */
  readonly conversationId: string | null;
  readonly workspaceId: string | null;
  /** `provider:model`; null for the default model of a kind without a conversation. */
  readonly model: string | null;
  readonly origin: RunOrigin;
  /** True if the run continues without readers. */
  readonly detached: boolean;
  readonly persona: Persona;
  /** Null for a run that answers from the beginning, and once the retried run has been deleted. */
  readonly retryOf: RunRetry | null;
  readonly status: RunStatus;
  /** The number of times that an executor claimed it since its last progress. */
  readonly attempt: number;
  /** The sequence number of the last event in its log, when the run was read; 0 for none. */
  readonly lastSequence: number;
  readonly stopRequestedAt: Date | null;
  readonly stopRequestedByUserId: string | null;
  readonly stopReason: StopReason | null;
  readonly usage: Usage;
  /** In US dollars; null until the run ends, and if the price of any step is unknown. */
  readonly costUsd: number | null;
  /** Suggested follow-up questions; null until they are generated. */
  readonly followUps: readonly string[] | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** A run that answers in a conversation. */
export interface ConversationRun extends Run {
  readonly kind: 'answer' | 'call' | 'repository_job';
  readonly conversationId: string;
  readonly model: string;
}

/** Returns true for a run that answers in a conversation. */
export function isConversationRun(run: Run): run is ConversationRun {
  return run.conversationId !== null && run.model !== null;
}

/** Returns a run that answers in a conversation. @throws AppError `CONFLICT` for a run of another kind */
export function requireConversationRun(run: Run): ConversationRun {
  if (isConversationRun(run)) return run;
  throw new AppError({
    code: 'CONFLICT',
    message: `Run "${run.id}" is a ${run.kind} and has no conversation. Use a run of an answer.`,
  });
}

/** Returns true for a final status. */
export function isEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
