import type { Principal } from '@shipmate/core';
import type { ValueOrigin } from '../untrusted/value-origin.ts';
import type { Approval, ApprovalDecider, ToolGrant } from './approval.ts';

/** A call that somebody has to be asked about. */
export interface NewApproval
  extends Pick<Approval, 'id' | 'runId' | 'toolCallId' | 'tool' | 'input' | 'effect' | 'signature'> {
  /** What the call would do; nothing by default. */
  readonly preview?: string | undefined;
  /** Default none. */
  readonly origins?: readonly ValueOrigin[];
  /** Default false. */
  readonly isGrantable?: boolean;
  /** How long it can be decided, by the database's clock. */
  readonly expiresInSeconds: number;
  /** Approved at once, by a grant or a policy. */
  readonly approvedBy?: Exclude<ApprovalDecider, 'user'>;
}

/** What a person says to it. */
export type ApprovalChoice =
  | { readonly decision: 'approve' }
  | { readonly decision: 'deny'; readonly reason?: string | undefined };

/** Approvals. **Contract.** A user sees those of their own runs; any other is `NOT_FOUND`. */
export interface ApprovalStore {
  /** Asks. A call that was asked about before keeps its approval, which is returned. */
  request(principal: Principal, approval: NewApproval): Promise<Approval>;
  get(principal: Principal, approvalId: string): Promise<Approval>;
  findForCall(principal: Principal, call: Pick<Approval, 'runId' | 'toolCallId'>): Promise<Approval | undefined>;
  /** Those that can be decided, oldest first. */
  listPending(principal: Principal, filter?: { readonly runId?: string }): Promise<readonly Approval[]>;
  /** Oldest first. */
  listForRun(principal: Principal, runId: string): Promise<readonly Approval[]>;
  /**
   * Decides. The same decision once more changes nothing.
   *
   * @throws AppError `CONFLICT` when it was decided otherwise, has expired, or its run has ended or is to be stopped.
   */
  decide(principal: Principal, approvalId: string, choice: ApprovalChoice): Promise<Approval>;
  /** Uses the approval of a call up, if it has one: in the transaction that begins the call. */
  use(call: Pick<Approval, 'runId' | 'toolCallId'>): Promise<void>;
  /** Cancels what can still be decided or used of a run that ends. */
  cancelForRun(runId: string): Promise<void>;
}

/** Standing grants. **Contract.** A user sees their own; any other is `NOT_FOUND`. */
export interface ToolGrantStore {
  /** A grant that there is already is returned. */
  create(principal: Principal, grant: Pick<ToolGrant, 'id' | 'workspaceId' | 'tool'>): Promise<ToolGrant>;
  find(principal: Principal, workspaceId: string, tool: string): Promise<ToolGrant | undefined>;
  /** Newest first. */
  list(principal: Principal, workspaceId: string): Promise<readonly ToolGrant[]>;
  /** Returns what was revoked. */
  revoke(principal: Principal, grantId: string): Promise<ToolGrant>;
}
