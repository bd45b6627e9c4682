import type { AppError } from '../error/app-error.ts';
import type { ErrorCode } from '../error/error-code.ts';
import type { RetryOptions } from './retry-options.ts';

/** What to do about a model that failed: ask it again after a while, or ask the next one now. */
export type Recovery =
  | { readonly reason: 'retry'; readonly delayMs: number }
  | { readonly reason: 'fallback'; readonly delayMs: 0 };

/** How a model fared in one turn so far. */
export interface Failure {
  readonly error: AppError;
  /** Attempts that failed, this one counted. */
  readonly failures: number;
  readonly hasFallback: boolean;
}

/** Codes under which the very same request may succeed later. */
const transient: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'UNAVAILABLE', 'EXTERNAL_API_ERROR', 'TIMEOUT']);

/** Decides on a failure; `undefined` when nothing is left to try. */
export function planRecovery(
  { error, failures, hasFallback }: Failure,
  { retries, baseDelayMs, maxDelayMs }: Required<Omit<RetryOptions, 'sleep'>>,
): Recovery | undefined {
  if (error.recoverable && transient.has(error.code) && failures <= retries) {
    const delayMs = retryAfterMs(error) ?? Math.min(baseDelayMs * 2 ** (failures - 1), maxDelayMs);
    if (delayMs <= maxDelayMs) return { reason: 'retry', delayMs };
  }
  return hasFallback ? { reason: 'fallback', delayMs: 0 } : undefined;
}

/** How long the model asked to be left alone, in `details.retryAfterMs`. */
function retryAfterMs({ details }: AppError): number | undefined {
  const wanted = typeof details === 'object' && details !== null && 'retryAfterMs' in details && details.retryAfterMs;
  return typeof wanted === 'number' && wanted >= 0 ? wanted : undefined;
}
