import type { StopReason, Usage } from '@shipmate/core';
import type { Persona } from './persona.ts';
import type { RunRetry } from './run-retry.ts';

/** Status of a run. The last three are final. */
export const runStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Origins of a run: a question in the chat, one over the Agent Chat Protocol, a job, or a schedule. */
export const runOrigins = ['chat', 'agent_chat', 'job', 'schedule'] as const;
export type RunOrigin = (typeof runOrigins)[number];

/** One answer of an agent: the unit of agent work. */
export interface Run {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly conversationId: string;
  readonly workspaceId: string | null;
  readonly model: string;
  readonly origin: RunOrigin;
  /** True if the run continues without readers. */
  readonly detached: boolean;
  readonly persona: Persona;
  /** Null for a run that answers from the beginning, and once the retried run has been deleted. */
  readonly retryOf: RunRetry | null;
  readonly status: RunStatus;
  /** The number of times that an executor claimed it since its last progress. */
  readonly attempt: number;
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

/** Returns true for a final status. */
export function isEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
