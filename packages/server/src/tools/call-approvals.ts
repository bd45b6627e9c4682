import type { BoundTool, Principal, ToolEffect, ToolResult } from '@shipmate/core';

/** A call that nobody may make without a person's approval. */
export interface GuardedCall {
  readonly tool: BoundTool;
  /** As the tool's `parse` accepted it. */
  readonly input: unknown;
}

/** The question that a person is asked, and the run that makes the call once they approve it. */
export interface AskedApproval {
  readonly approvalId: string;
  readonly runId: string;
  readonly effect: ToolEffect;
  /** What the call would do, as a dry run says; null for a tool that cannot tell. */
  readonly preview: string | null;
  /** Nobody can decide from then on. */
  readonly expiresAt: Date;
}

/**
 * Approvals of calls that come over HTTP.
 *
 * **Contract.** Nothing is approved here: what `ask` stores is decided by a person, and what `isApproved` affirms is a call that a run
 * is making at this moment, with the very input that a person approved. An approved call is made once, by its run.
 */
export interface CallApprovals {
  /**
   * Asks a person about a call; a call that waits already is not asked about again.
   *
   * @throws AppError when the call cannot be made, `RATE_LIMITED` while too many calls wait.
   */
  ask(principal: Principal, call: GuardedCall): Promise<AskedApproval>;
  isApproved(
    principal: Principal,
    call: GuardedCall & { readonly runId: string; readonly toolCallId: string },
  ): Promise<boolean>;
  /**
   * The result of an approved call, when its run has made it, as often as it is requested.
   *
   * @throws AppError `NOT_FOUND` for an unknown approval, `CONFLICT` for one of another call, a denied or a cancelled one and when the
   * outcome is unknown, `APPROVAL_REQUIRED` while nobody has decided, `GONE` when nobody did in time, `TIMEOUT` while the call is under way.
   */
  resultOf(
    principal: Principal,
    call: GuardedCall & { readonly approvalId: string; readonly signal: AbortSignal },
  ): Promise<ToolResult>;
}
