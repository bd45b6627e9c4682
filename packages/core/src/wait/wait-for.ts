import { AppError } from '../error/app-error.ts';

/** How long {@link waitFor} waits. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** How long after the signal fired the work may still settle by itself. Default 0. */
  readonly graceMs?: number;
}

/** What a timer of the platform can hold; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Waits for work, but never longer than it should: the work's own signal fires, and work that goes on regardless is left
 * behind with its outcome ignored.
 *
 * @throws AppError `TIMEOUT` or `ABORTED`, and whatever the work throws.
 */
export function waitFor<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { signal, timeoutMs, graceMs = 0 }: Patience,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    if (signal.aborted) return reject(aborted());

    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leaveIn = (ms: number, error: () => AppError): void => {
      clearTimeout(timer);
      timer = setTimeout(() => leave(error()), Math.min(ms, longestTimerMs));
    };
    const stopWaiting = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const leave = (error: AppError): void => {
      stopWaiting();
      reject(error);
      controller.abort(error);
    };
    const onAbort = (): void => {
      if (graceMs === 0) return leave(aborted());
      leaveIn(graceMs, aborted);
      controller.abort(aborted());
    };

    signal.addEventListener('abort', onAbort, { once: true });
    if (timeoutMs !== undefined) leaveIn(timeoutMs, () => timedOut(timeoutMs));
    (async () => work(controller.signal))().then(
      (result) => {
        stopWaiting();
        resolve(result);
      },
      (error: unknown) => {
        stopWaiting();
        reject(error);
      },
    );
  });
}

function aborted(): AppError {
  return new AppError({ code: 'ABORTED', message: 'Stopped before it was done; it may have taken effect.' });
}

function timedOut(timeoutMs: number): AppError {
  return new AppError({ code: 'TIMEOUT', message: `Not done after ${timeoutMs} ms; it may still take effect.` });
}
