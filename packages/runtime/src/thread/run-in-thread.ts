import { Worker } from 'node:worker_threads';
import { AppError } from '@shipmate/core';

/** How a module is run in a thread. */
export interface RunInThreadOptions {
  /** What the module finds as its `workerData`. */
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** What the thread may hold in memory. */
  readonly maxMemoryMegabytes: number;
}

/**
 * Runs a module in a thread of its own, so that long work does not hold up the event loop, and returns the first message that it
 * posts to its `parentPort`.
 *
 * **Contract.** When it settles, the thread has ended.
 *
 * @throws AppError `ABORTED` once `signal` fires, `INTERNAL_ERROR` when the module throws, exceeds its memory or posts nothing.
 */
export async function runInThread(module: URL, options: RunInThreadOptions): Promise<unknown> {
  const { input, signal, maxMemoryMegabytes } = options;
  if (signal.aborted) throw aborted();
  const thread = new Worker(module, {
    workerData: input,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMegabytes },
  });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onAbort = (): void => reject(aborted());
  signal.addEventListener('abort', onAbort);
  thread.once('message', resolve);
  thread.once('error', (cause) => reject(failed(cause)));
  thread.once('exit', () => reject(failed()));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}

function aborted(): AppError {
  return new AppError({ code: 'ABORTED', message: 'The work was stopped before it was done.' });
}

function failed(cause?: unknown): AppError {
  return new AppError({ code: 'INTERNAL_ERROR', message: 'A thread ended without a result.', cause });
}
