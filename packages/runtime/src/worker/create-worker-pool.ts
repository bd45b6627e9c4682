import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '@shipmate/core';
import { Piscina } from 'piscina';
import { createFairLimiter, type LimitedWork } from '../limit/create-fair-limiter.ts';

/** Options for {@link createWorkerPool}. */
export interface WorkerPoolOptions {
  /** The work in errors, such as `Checking text`. */
  readonly name: string;
  /** A module that exports the function `work`, which takes one cloneable value and returns another. */
  readonly module: URL;
  /** Default: one less than the number of processors, at least 1. */
  readonly maxThreads?: number;
  /** Heap of one thread. A thread that exceeds it ends and fails its work. */
  readonly maxMemoryMegabytes: number;
  /** Time that one piece of work may take once a thread has it. */
  readonly deadlineMs: number;
  /** Pieces of work of one tenant that may wait for a thread. */
  readonly maxQueued: number;
}

/**
 * Runs work that would hold up the event loop in worker threads.
 *
 * **Contract.** Tenants share the threads fairly (see {@link createFairLimiter}). Work ends with its signal or its deadline: its thread
 * is terminated and replaced. Threads see none of the environment, start with the first work, end after some seconds without work,
 * and do not keep the process alive. Whoever creates the pool closes it; `close` ends work that still runs.
 */
export interface WorkerPool {
  /**
   * @throws AppError `ABORTED` once the signal fires, `TIMEOUT` after the deadline, `RATE_LIMITED` when the tenant's queue is full,
   * `PAYLOAD_TOO_LARGE` when the work needs too much memory, `INTERNAL_ERROR` when the module throws.
   */
  run(input: unknown, work: LimitedWork): Promise<unknown>;
  close(): Promise<void>;
}

/** Creates a pool whose threads run one module. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { name, deadlineMs, maxQueued, maxMemoryMegabytes } = options;
  const { maxThreads = Math.max(1, availableParallelism() - 1) } = options;
  const limiter = createFairLimiter({ name, concurrency: maxThreads, maxQueued });
  const pool = new Piscina({
    filename: fileURLToPath(options.module),
    name: 'work',
    minThreads: 0,
    maxThreads,
    idleTimeout: 10_000,
    atomics: 'disabled',
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMegabytes },
  });

  async function runInThread(input: unknown, signal: AbortSignal): Promise<unknown> {
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      return await pool.run(input, { signal: AbortSignal.any([signal, deadline]) });
    } catch (cause) {
      if (signal.aborted) throw new AppError({ code: 'ABORTED', message: `${name}: cancelled.`, cause });
      throw deadline.aborted ? timedOut(name, deadlineMs) : toFailure(name, cause);
    }
  }

  return {
    run: (input, work) => limiter.run(work, () => runInThread(input, work.signal)),
    close: () => pool.destroy(),
  };
}

function timedOut(name: string, deadlineMs: number): AppError {
  return new AppError({
    code: 'TIMEOUT',
    message: `${name}: not finished within ${deadlineMs / 1000} s. Try it with a smaller or simpler input.`,
  });
}

function toFailure(name: string, cause: unknown): AppError {
  if (AppError.isInstance(cause)) return cause;
  if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const message = `${name}: the input needs too much memory. Try it with a smaller or simpler input.`;
    return new AppError({ code: 'PAYLOAD_TOO_LARGE', message, cause });
  }
  return new AppError({ code: 'INTERNAL_ERROR', message: `${name}: failed.`, cause });
}
