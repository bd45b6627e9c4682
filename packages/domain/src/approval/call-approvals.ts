import type { BoundTool, Principal, ToolEffect, ToolResult } from '@shipmate/core';

/** A call that requires a person's approval. */
export interface GuardedCall {
  readonly tool: BoundTool;
  /** Input as returned by the tool's `parse`. */
  readonly input: unknown;
}

/** A requested approval, and the run that makes the call once it is approved. */
export interface AskedApproval {
  readonly approvalId: string;
  readonly runId: string;
  readonly effect: ToolEffect;
  /** Dry-run result of the call; null for a tool without a dry run. */
  readonly preview: string | null;
  /** Deadline of the decision. */
  readonly expiresAt: Date;
}

/**
 * Approvals of calls over HTTP.
 *
 * **Contract.** Nothing is approved here: a person decides what `ask` stores, and `isApproved` affirms only a call that
 * a run is making now, with exactly the input that a person approved. A run makes an approved call once.
 */
export interface CallApprovals {
  /**
   * Requests approval of a call; a call that is already pending is not requested again.
   *
   * @throws AppError when the call cannot be made, `RATE_LIMITED` while too many calls are pending.
   */
  ask(principal: Principal, call: GuardedCall): Promise<AskedApproval>;
  isApproved(
    principal: Principal,
    call: GuardedCall & { readonly runId: string; readonly toolCallId: string },
  ): Promise<boolean>;
  /**
   * Returns the result of an approved call once its run has made it, as often as requested.
   *
   * @throws AppError `NOT_FOUND` for an unknown approval, `CONFLICT` for one of another call, a denied or a cancelled
   * one and for an unknown outcome, `APPROVAL_REQUIRED` while it is pending, `GONE` when it has expired, `TIMEOUT`
   * while the call is in progress.
   */
  resultOf(
    principal: Principal,
    call: GuardedCall & { readonly approvalId: string; readonly signal: AbortSignal },
  ): Promise<ToolResult>;
}
