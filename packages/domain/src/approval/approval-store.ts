import type { Principal } from '@shipmate/core';
import type { ValueOrigin } from '../untrusted/value-origin.ts';
import type { Approval, ApprovalDecider, ToolGrant } from './approval.ts';

/** A call that needs approval. */
export interface NewApproval
  extends Pick<Approval, 'id' | 'runId' | 'toolCallId' | 'tool' | 'input' | 'effect' | 'signature'> {
  /** Effect of the call; default none. */
  readonly preview?: string | undefined;
  /** Default none. */
  readonly origins?: readonly ValueOrigin[];
  /** Default false. */
  readonly isGrantable?: boolean;
  /** Time until the request expires, in seconds of the database's clock. */
  readonly expiresInSeconds: number;
  /** Approved at once, by a grant or a policy. */
  readonly approvedBy?: Exclude<ApprovalDecider, 'user'>;
}

/** A person's decision on an approval. */
export type ApprovalChoice =
  | { readonly decision: 'approve' }
  | { readonly decision: 'deny'; readonly reason?: string | undefined };

/** Store for approvals. **Contract.** A user reads those of their own runs; any other is `NOT_FOUND`. */
export interface ApprovalStore {
  /** Requests an approval. Returns the existing one if the call already has one. */
  request(principal: Principal, approval: NewApproval): Promise<Approval>;
  get(principal: Principal, approvalId: string): Promise<Approval>;
  findForCall(principal: Principal, call: Pick<Approval, 'runId' | 'toolCallId'>): Promise<Approval | undefined>;
  /** Lists pending approvals, oldest first. */
  listPending(principal: Principal, filter?: { readonly runId?: string }): Promise<readonly Approval[]>;
  /** Lists a page of the pending approvals, oldest first, with the number of all. */
  listPendingPage(
    principal: Principal,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly approvals: readonly Approval[]; readonly total: number }>;
  /** Lists approvals, oldest first. */
  listForRun(principal: Principal, runId: string): Promise<readonly Approval[]>;
  /**
   * Decides on an approval. Idempotent for the same decision.
   *
   * @throws AppError `CONFLICT` if it has another decision, has expired, or its run has ended or is to be
   * stopped.
   */
  decide(principal: Principal, approvalId: string, choice: ApprovalChoice): Promise<Approval>;
  /** Marks the approval of a call as used, if it has one; call it in the transaction that begins the call. */
  use(call: Pick<Approval, 'runId' | 'toolCallId'>): Promise<void>;
  /** Stores that pending approvals of all organizations have expired, at most 100 at a time; returns their number. */
  expire(): Promise<number>;
  /** Cancels all approvals of an ending run that are pending or not yet used. */
  cancelForRun(runId: string): Promise<void>;
}

/** Store for standing grants. **Contract.** A user reads their own; any other is `NOT_FOUND`. */
export interface ToolGrantStore {
  /** Creates a grant, or returns the existing one. */
  create(principal: Principal, grant: Pick<ToolGrant, 'id' | 'workspaceId' | 'tool'>): Promise<ToolGrant>;
  find(principal: Principal, workspaceId: string, tool: string): Promise<ToolGrant | undefined>;
  /** Lists grants, newest first. */
  list(principal: Principal, workspaceId: string): Promise<readonly ToolGrant[]>;
  /** Revokes a grant and returns it. */
  revoke(principal: Principal, grantId: string): Promise<ToolGrant>;
}
