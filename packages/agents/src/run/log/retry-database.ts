import { AppError, waitFor } from '@shipmate/core';
import pRetry from 'p-retry';

/** How long a database may be away. */
export interface Patience {
  readonly ms: number;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/**
 * Does database work again, with back-off from 100 ms to 2 s, while it fails with `DATABASE_ERROR`. Work that hangs, as it does
 * when the network is parted, is left behind once the signal fires.
 */
export function retryDatabase<Result>(
  { ms, signal }: Patience,
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
