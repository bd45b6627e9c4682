import type { StopReason, Usage } from '@shipmate/core';
import type { Persona } from './persona.ts';

/** Where a run stands. The last three are final. */
export const runStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** One answer of an agent: the unit of agent work. */
export interface Run {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly conversationId: string;
  readonly workspaceId: string | null;
  readonly model: string;
  readonly persona: Persona;
  readonly status: RunStatus;
  readonly stopReason: StopReason | null;
  readonly usage: Usage;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** Whether a run can change no more. */
export function isEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
