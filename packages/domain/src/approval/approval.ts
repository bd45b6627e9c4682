import type { JsonValue, ToolEffect } from '@shipmate/core';
import type { ValueOrigin } from '../untrusted/value-origin.ts';

/**
 * Where an approval stands. `pending` until somebody decides; `approved` until the call is made, which makes it `used`;
 * `denied`; `expired` when nobody decided in time; `cancelled` when its run ended first.
 */
export const approvalStatuses = ['pending', 'approved', 'used', 'denied', 'expired', 'cancelled'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Who decided: a person, a standing grant of theirs, or a policy that a person chose. */
export const approvalDeciders = ['user', 'grant', 'policy'] as const;
export type ApprovalDecider = (typeof approvalDeciders)[number];

/** The question whether one tool call of a run may be carried out. */
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
  /** What the tool will be given. */
  readonly input: JsonValue;
  readonly effect: ToolEffect;
  /** Whether a standing grant can cover calls of the tool. */
  readonly isGrantable: boolean;
  /** What the call would do, as a dry run of ours says; null for a tool that cannot tell. */
  readonly preview: string | null;
  /** Values of the input that come from untrusted text, at most 20; none where no run made the call. */
  readonly origins: readonly ValueOrigin[];
  /** Binds the approval to the run, the call, the tool and the input; made and checked by whoever executes the run. */
  readonly signature: string;
  readonly status: ApprovalStatus;
  readonly decidedBy: ApprovalDecider | null;
  readonly decidedByUserId: string | null;
  /** Why it was denied, in words for the model. */
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
}

/**
 * A standing grant: calls of a tool that write to a workspace are approved there without asking. Destructive calls never are, nor
 * calls that change a cluster, the platform or another system.
 */
export interface ToolGrant {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly tool: string;
  readonly createdAt: Date;
}
