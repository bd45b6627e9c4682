import type { Principal } from '@shipmate/core';
import type { EvidenceCall } from '../evidence/evidence-call.ts';
import type { Remediation, RemediationApproval, RemediationRequest, RemediationSpent } from './remediation.ts';

/** A remediation to be stored; it is `investigating`. */
export interface NewRemediation extends RemediationRequest {
  readonly id: string;
  /** Present when an alert began it: there is one remediation at a time for a group, and one ever for a firing of it. */
  readonly alert?: { readonly group: string; readonly firing: string };
}

/** Who works on a remediation. */
export interface RemediationClaim {
  readonly remediationId: string;
  readonly owner: string;
  /** How long it stays theirs when nothing is heard of them. */
  readonly seconds: number;
}

/** What somebody who works on a remediation found out or did. */
export type RemediationChange = Partial<
  Pick<Remediation, 'status' | 'reason' | 'analysis' | 'plan' | 'approval' | 'progress' | 'checks' | 'watch'>
> & {
  /** Appended to those that there are. */
  readonly call?: EvidenceCall;
  /** How long a plan can be approved that waits from now on. Default a day. */
  readonly expiresInSeconds?: number;
  /** Releases it until it is due again, after so many seconds. The caller that sets this also enqueues the job. */
  readonly dueInSeconds?: number;
};

/**
 * Remediations.
 *
 * **Contract.** A user sees their own; any other is `NOT_FOUND`, and so are all to a credential for one workspace or run. One that
 * has ended changes no more. Times are those of the database's clock.
 */
export interface RemediationStore {
  /** @throws AppError `CONFLICT` when its alert has one already. */
  create(principal: Principal, remediation: NewRemediation): Promise<Remediation>;
  get(principal: Principal, remediationId: string): Promise<Remediation>;
  /** Newest first, 100 at the most. */
  list(principal: Principal): Promise<readonly Remediation[]>;
  /** The one of an alert's firing, or the one that is not done of its group. */
  findForAlert(
    principal: Principal,
    alert: { readonly group: string; readonly firing: string },
  ): Promise<Remediation | undefined>;
  /**
   * Decides about a plan that waits, whoever else does at the same time: it is to be carried out, or it is refused. What is not
   * waiting any more, or for too long, is a CONFLICT.
   */
  decide(
    principal: Principal,
    remediationId: string,
    decision: { readonly approval: RemediationApproval } | { readonly reason: string },
  ): Promise<Remediation>;
  /**
   * Ends one that has not ended, and calls `stop {id}`. While a worker may be changing the cluster, or may have been when it died, it
   * is only noted: whoever works on it makes no further change, and ends it. One that has ended is as it was.
   */
  stop(principal: Principal, remediationId: string): Promise<Remediation>;
  /** Takes a remediation that has to be worked on and that nobody works on; `undefined` when there is no such. */
  claim(claim: RemediationClaim): Promise<Remediation | undefined>;
  /**
   * Notes progress, by whoever works on it, and keeps it theirs for a while longer. What it becomes with a status that is not
   * worked on is released.
   *
   * @throws AppError `CONFLICT` when somebody else has it.
   */
  advance(claim: RemediationClaim, change: RemediationChange): Promise<Remediation>;
  /** Adds to what its model has cost, also when it has ended meanwhile. */
  countSpent(remediationId: string, spent: RemediationSpent): Promise<void>;
  /** Leaves it to others, if it is still theirs. */
  release(claim: RemediationClaim): Promise<void>;
  /** Remediations that a worker began and left, and those that have been due for a minute without a worker. */
  listAbandoned(): Promise<readonly Pick<Remediation, 'id' | 'organizationId' | 'userId'>[]>;
  /** Ends those that have waited for too long, and returns how many did. */
  expire(): Promise<number>;
}
