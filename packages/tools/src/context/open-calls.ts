import { AppError } from '@shipmate/core/tool';

/** The calls that an adapter executes at this moment. */
export interface OpenCalls {
  /**
   * Executes a call with a signal that fires with the caller's signal and when the adapter is closed.
   *
   * @throws AppError `ABORTED` when the adapter is closed already.
   */
  run<Result>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Aborts all calls and waits until they have ended. Idempotent; it never rejects. */
  close(): Promise<void>;
}

/** Creates the record of an adapter's calls. @param name The adapter in the error of a call after `close`. */
export function createOpenCalls(name: string): OpenCalls {
  const closing = new AbortController();
  const open = new Set<Promise<unknown>>();
  return {
    async run(signal, call) {
      closing.signal.throwIfAborted();
      const running = call(AbortSignal.any([signal, closing.signal]));
      open.add(running);
      try {
        return await running;
      } finally {
        open.delete(running);
      }
    },
    async close() {
      closing.abort(new AppError({ code: 'ABORTED', message: `${name} is closed because the process is stopping.` }));
      await Promise.allSettled(open);
    },
  };
}
