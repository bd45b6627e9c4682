import type { Principal } from '@shipmate/core';
import type { EvidenceCall } from '../evidence/evidence-call.ts';
import type { Remediation, RemediationApproval, RemediationRequest, RemediationSpent } from './remediation.ts';

/** A remediation to be stored with status `investigating`. */
export interface NewRemediation extends RemediationRequest {
  readonly id: string;
  /**
   * Present if an alert started the remediation. A group has one unfinished remediation at a time, and each
   * firing has at most one.
   */
  readonly alert?: { readonly group: string; readonly firing: string };
}

/** A worker's claim to a remediation. */
export interface RemediationClaim {
  readonly remediationId: string;
  readonly owner: string;
  /** Duration of the lease after each claim or progress update, in seconds. */
  readonly seconds: number;
}

/** Progress of a remediation, reported by the worker that holds the lease. */
export type RemediationChange = Partial<
  Pick<Remediation, 'status' | 'reason' | 'analysis' | 'plan' | 'approval' | 'progress' | 'checks' | 'watch'>
> & {
  /** A call to append to the recorded ones. */
  readonly call?: EvidenceCall;
  /** Time from now after which a pending plan expires, in seconds. Default one day. */
  readonly expiresInSeconds?: number;
  /**
   * Releases the lease until the remediation is due again, in seconds. The caller that sets this also
   * enqueues the job.
   */
  readonly dueInSeconds?: number;
};

/**
 * Store for remediations.
 *
 * **Contract.** A user reads their own remediations; any other is `NOT_FOUND`, and so is every one for a
 * credential of a single workspace or run. An ended remediation does not change. Times are those of the
 * database's clock.
 */
export interface RemediationStore {
  /** @throws AppError `CONFLICT` if the alert already has a remediation. */
  create(principal: Principal, remediation: NewRemediation): Promise<Remediation>;
  get(principal: Principal, remediationId: string): Promise<Remediation>;
  /** Returns the newest remediations first, at most 100. */
  list(principal: Principal): Promise<readonly Remediation[]>;
  /** Returns the remediation of an alert's firing, or else the unfinished one of its group. */
  findForAlert(
    principal: Principal,
    alert: { readonly group: string; readonly firing: string },
  ): Promise<Remediation | undefined>;
  /**
   * Approves or refuses a pending plan; of concurrent decisions exactly one succeeds. A plan that is not
   * pending, or has expired, is a CONFLICT.
   */
  decide(
    principal: Principal,
    remediationId: string,
    decision: { readonly approval: RemediationApproval } | { readonly reason: string },
  ): Promise<Remediation>;
  /**
   * Stops a remediation that has not ended and notifies `stop {id}`. While a worker may be changing the
   * cluster, or may have been when it died, only the request is recorded: the worker that holds or takes over
   * the lease makes no further change and ends it. An ended remediation is returned unchanged.
   */
  stop(principal: Principal, remediationId: string): Promise<Remediation>;
  /** Claims a remediation that has work pending and no owner; `undefined` if there is none. */
  claim(claim: RemediationClaim): Promise<Remediation | undefined>;
  /**
   * Records the owner's progress and renews the lease. A status without pending work releases the lease.
   *
   * @throws AppError `CONFLICT` if another worker holds the lease.
   */
  advance(claim: RemediationClaim, change: RemediationChange): Promise<Remediation>;
  /** Adds to the usage of the remediation's model, even after the remediation has ended. */
  countSpent(remediationId: string, spent: RemediationSpent): Promise<void>;
  /** Releases the lease if the claim still holds it. */
  release(claim: RemediationClaim): Promise<void>;
  /**
   * Lists remediations whose lease has expired, and those that have been due for a minute without an owner.
   */
  listAbandoned(): Promise<readonly Pick<Remediation, 'id' | 'organizationId' | 'userId'>[]>;
  /** Ends the remediations whose approval has expired, and returns their number. */
  expire(): Promise<number>;
}
