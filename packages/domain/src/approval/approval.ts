import type { JsonValue, ToolEffect } from '@shipmate/core';
import type { ValueOrigin } from '../untrusted/value-origin.ts';

/**
 * Status of an approval. `pending` until a decision; `approved` until the call is made, which makes it
 * `used`; `denied`; `expired` without a decision in time; `cancelled` if its run ended first.
 */
export const approvalStatuses = ['pending', 'approved', 'used', 'denied', 'expired', 'cancelled'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** The decider: a person, a standing grant of theirs, or a policy that a person chose. */
export const approvalDeciders = ['user', 'grant', 'policy'] as const;
export type ApprovalDecider = (typeof approvalDeciders)[number];

/** The approval of one tool call of a run. */
export interface Approval {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly workspaceId: string | null;
  readonly conversationId: string;
  readonly runId: string;
  /** Unique within the run. */
  readonly toolCallId: string;
  readonly tool: string;
  /** Input for the tool. */
  readonly input: JsonValue;
  readonly effect: ToolEffect;
  /** True if a standing grant can cover calls of the tool. */
  readonly isGrantable: boolean;
  /** Effect of the call according to our dry run; null for a tool without one. */
  readonly preview: string | null;
  /** Values of the input that come from untrusted text, at most 20; none if no run made the call. */
  readonly origins: readonly ValueOrigin[];
  /**
   * Binds the approval to the run, the call, the tool and the input; created and verified by the run's
   * executor.
   */
  readonly signature: string;
  readonly status: ApprovalStatus;
  readonly decidedBy: ApprovalDecider | null;
  readonly decidedByUserId: string | null;
  /** Reason of a denial, in words for the model. */
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
}

/**
 * A standing grant: a tool's calls that write to a workspace are approved there without asking. It never
 * covers destructive calls, nor calls that change a cluster, the platform or another system.
 */
export interface ToolGrant {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly tool: string;
  readonly createdAt: Date;
}
