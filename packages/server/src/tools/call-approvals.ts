import type { BoundTool, Principal } from '@shipmate/core';

/** A call that cannot be undone. */
export interface DestructiveCall {
  readonly tool: BoundTool;
  /** As the tool's `parse` accepted it. */
  readonly input: unknown;
}

/** What a person is asked, and the run that makes the call once they approve it. */
export interface AskedApproval {
  readonly approvalId: string;
  readonly runId: string;
}

/**
 * Approvals of calls that come over HTTP.
 *
 * **Contract.** Nothing is approved here: what `ask` stores is decided by a person, and what `isApproved` affirms is a call that a run
 * is making at this moment, with the very input that a person approved.
 */
export interface CallApprovals {
  /** Asks a person about a call; one that waits already is not asked about again. @throws AppError when the call cannot be made. */
  ask(principal: Principal, call: DestructiveCall): Promise<AskedApproval>;
  isApproved(
    principal: Principal,
    call: DestructiveCall & { readonly runId: string; readonly toolCallId: string },
  ): Promise<boolean>;
}
