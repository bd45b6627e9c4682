import type { Principal } from '@shipmate/core';
import type { EvidenceCall } from '../evidence/evidence-call.ts';
import type { RunWriter } from '../run/run-lease.ts';
import type { Remediation, RemediationApproval, RemediationRequest, RemediationSpent } from './remediation.ts';

/** A remediation to be stored with status `investigating`. */
export interface NewRemediation extends RemediationRequest {
  /** The id of its run, too. */
  readonly id: string;
  /**
   * Present if an alert started the remediation. A group has one unfinished remediation at a time, and each
   * firing has at most one.
   */
  readonly alert?: { readonly group: string; readonly firing: string };
}

/** Progress of a remediation, reported by the owner of its run. */
export type RemediationChange = Partial<
  Pick<Remediation, 'status' | 'reason' | 'analysis' | 'plan' | 'approval' | 'progress' | 'checks' | 'watch'>
> & {
  /** A call to append to the recorded ones. */
  readonly call?: EvidenceCall;
  /** Time from now after which a pending plan expires, in seconds. Default one day. */
  readonly expiresInSeconds?: number;
  /** Usage and cost to add. */
  readonly spent?: RemediationSpent;
};

/**
 * Store for remediations. Each is a run with the same id, which has its lease, stop request and event log.
 *
 * **Contract.** A user reads their own remediations; any other is `NOT_FOUND`, and so is every one for a
 * credential of a single workspace or run. An ended remediation does not change. Times are those of the
 * database's clock.
 */
export interface RemediationStore {
  /**
   * Stores a remediation whose run exists. @throws AppError `CONFLICT` if the alert already has a remediation
   */
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
   * Records progress. @throws AppError as any write to the run does, see `RunWrites`
   */
  advance(writer: RunWriter, change: RemediationChange): Promise<Remediation>;
}
