import { AppError } from '@shipmate/core';

/**
 * The right to execute a run. It ends unless it is renewed in time, and whoever takes the run up then is its only writer.
 * An owner is made up anew for each lease, so that nobody is taken for the holder of an earlier one.
 */
export interface RunLease {
  readonly runId: string;
  readonly owner: string;
}

/** A lease that somebody wants. It lasts by the database's clock, so that the clocks of processes do not matter. */
export interface LeaseRequest {
  readonly owner: string;
  readonly seconds: number;
}

/** How much one organization may have going. */
export interface ClaimLimits {
  /** Runs of one organization that are executed at once, by whomever. Default: any number. */
  readonly perOrganization?: number | undefined;
}

/** Who writes to a run: the holder of its lease or, without an owner, anybody while nobody holds one. */
export type RunWriter = Pick<RunLease, 'runId'> & Partial<RunLease>;

const details = { reason: 'lease_lost' } as const;

/** The error for a write to a run by whom it does not belong to, or no longer. */
export function leaseLost(): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: 'The run is in other hands. Whoever executes it now goes on with it.',
    details,
    recoverable: false,
  });
}

/** Recognises {@link leaseLost}. */
export function isLeaseLost(thrown: unknown): boolean {
  if (!AppError.isInstance(thrown) || typeof thrown.details !== 'object' || thrown.details === null) return false;
  return 'reason' in thrown.details && thrown.details.reason === details.reason;
}
