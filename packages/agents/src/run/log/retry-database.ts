import { AppError, waitFor } from '@shipmate/core';
import pRetry from 'p-retry';

/** Limits on the time that an operation waits for an unavailable database. */
export interface OutageLimits {
  readonly ms: number;
  /** Ends the wait early. */
  readonly signal: AbortSignal;
}

/**
 * Retries database work with back-off from 100 ms to 2 s while it fails with `DATABASE_ERROR`. Work that hangs, as in a
 * network partition, is abandoned once the signal aborts.
 */
export function retryDatabase<Result>(
  { ms, signal }: OutageLimits,
  work: (attempt: number) => Promise<Result>,
): Promise<Result> {
  return pRetry((attempt) => waitFor(() => work(attempt), { signal }), {
    retries: Infinity,
    minTimeout: 100,
    maxTimeout: 2_000,
    maxRetryTime: ms,
    signal,
    shouldRetry: ({ error }) => AppError.isInstance(error) && error.code === 'DATABASE_ERROR',
  });
}
