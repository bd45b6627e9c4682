import { AppError } from '@shipmate/core';
import type { RunKindName } from './run.ts';

/**
 * The right to execute a run. It expires unless renewed in time; the next owner is then the run's only
 * writer. Each lease gets a new owner id, so that no process is mistaken for the owner of an earlier lease.
 */
export interface RunLease {
  readonly runId: string;
  readonly owner: string;
}

/**
 * A request for a lease. Its duration is measured by the database's clock, so that clocks of processes do not
 * matter.
 */
export interface LeaseRequest {
  readonly owner: string;
  readonly seconds: number;
}

/** Limits on the runs to claim. */
export interface ClaimLimits {
  /**
   * Runs of one organization that are executed at the same time, by all executors together. Default: no
   * limit.
   */
  readonly perOrganization?: number | undefined;
  /** The kinds that the executor can execute. Default: all. */
  readonly kinds?: readonly RunKindName[] | undefined;
}

/**
 * The status of a run after its release: `queued` for any executor to resume at once; `waiting` for a decision, or for
 * the end of a time, after which any executor can claim it.
 */
export type RunRelease = 'queued' | 'waiting' | { readonly wakeInMs: number };

/** The writer to a run: the owner of its lease or, without an owner, any caller while no lease is held. */
export type RunWriter = Pick<RunLease, 'runId'> & Partial<RunLease>;

const details = { reason: 'lease_lost' } as const;

/** Creates the error for a write by a caller that does not hold the run's lease. */
export function leaseLost(): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: 'Another executor holds the lease of the run and continues it.',
    details,
    recoverable: false,
  });
}

/** Checks whether an error is {@link leaseLost}. */
export function isLeaseLost(thrown: unknown): boolean {
  if (!AppError.isInstance(thrown) || typeof thrown.details !== 'object' || thrown.details === null) return false;
  return 'reason' in thrown.details && thrown.details.reason === details.reason;
}
