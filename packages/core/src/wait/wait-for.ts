import { Waits, type WaitLimits } from './waits.ts';

/** How long {@link waitFor} waits. */
export interface Patience extends WaitLimits {
  readonly signal: AbortSignal;
}

/**
 * Waits for work, but never longer than it should: the work's own signal fires, and work that goes on regardless is left
 * behind with its outcome ignored.
 *
 * @throws AppError `TIMEOUT` or `ABORTED`, and whatever the work throws.
 */
export async function waitFor<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { signal, ...limits }: Patience,
): Promise<Result> {
  const waits = new Waits(signal);
  try {
    return await waits.for(work, limits);
  } finally {
    waits.close();
  }
}
