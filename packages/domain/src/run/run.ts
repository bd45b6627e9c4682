import type { StopReason, Usage } from '@shipmate/core';
import type { Persona } from './persona.ts';
import type { RunRetry } from './run-retry.ts';

/** Where a run stands. The last three are final. */
export const runStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** What began a run: a question in the chat, one over the Agent Chat Protocol, a job, or a schedule. */
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
  /** Whether it goes on when nobody reads its events. */
  readonly detached: boolean;
  readonly persona: Persona;
  /** Null for a run that answers from its beginning, and once the run that it tries again is gone. */
  readonly retryOf: RunRetry | null;
  readonly status: RunStatus;
  /** Times that an executor took it up since it last got on. */
  readonly attempt: number;
  readonly stopRequestedAt: Date | null;
  readonly stopRequestedByUserId: string | null;
  readonly stopReason: StopReason | null;
  readonly usage: Usage;
  /** In US dollars; null while the run goes on, and when the price of any step is not known. */
  readonly costUsd: number | null;
  /** What may be asked after it; null before anybody thought of it. */
  readonly followUps: readonly string[] | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** Whether a run can change no more. */
export function isEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
