import { AppError } from '@shipmate/core';
import pRetry from 'p-retry';

/** Does database work again, with back-off from 100 ms to 10 s, while it fails with `DATABASE_ERROR`. */
export function retryDatabase<Result>(retries: number, work: (attempt: number) => Promise<Result>): Promise<Result> {
  return pRetry(work, {
    retries,
    minTimeout: 100,
    maxTimeout: 10_000,
    shouldRetry: ({ error }) => AppError.isInstance(error) && error.code === 'DATABASE_ERROR',
  });
}
