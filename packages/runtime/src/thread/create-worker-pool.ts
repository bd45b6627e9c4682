import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '@shipmate/core';
import type { Piscina } from 'piscina';
import { createFairLimiter, type LimitedWork } from '../limit/create-fair-limiter.ts';

/** Options for {@link createWorkerPool}. */
export interface WorkerPoolOptions {
  /** The work in errors, such as `Checking text`. */
  readonly name: string;
  /** A module that exports the function `work`, which takes one cloneable value and returns another. */
  readonly module: URL;
  /** Default: one less than the number of processors, at least 2. */
  readonly maxThreads?: number;
  /** Heap of one thread. A thread that exceeds it ends and fails its work. */
  readonly maxMemoryMegabytes: number;
  /** Stack of one thread, for native code that is recursive. Only the part that is used takes memory. Default: 4. */
  readonly stackMegabytes?: number;
  /** The time limit of one piece of work, including the start of its thread. */
  readonly deadlineMs: number;
  /** The number of pieces of work of one tenant that may wait for a thread. */
  readonly maxQueued: number;
}

/**
 * Runs work that would block the event loop in worker threads.
 *
 * **Contract.** Tenants share the threads fairly (see {@link createFairLimiter}), and no tenant takes all of them when
 * there are two or more. Work ends with its signal or its deadline: its thread is terminated, and the next work starts
 * another. Threads receive an empty environment, start with the first work, end after some idle seconds, and do not
 * keep the process alive. The creator closes the pool.
 *
 * @example
 * const pool = createWorkerPool({ name: 'Checking text', module, maxMemoryMegabytes: 256, deadlineMs: 10_000,
 * maxQueued: 50 });
 * const problems = await pool.run({ text }, { tenant: organizationId, signal });
 */
export interface WorkerPool {
  /**
   * @throws AppError `ABORTED` once the signal fires or the pool is closed, `TIMEOUT` after the deadline, `RATE_LIMITED` when the
   * tenant's queue is full, `PAYLOAD_TOO_LARGE` when the work needs too much memory, `INTERNAL_ERROR` when the module throws.
   */
  run(input: unknown, work: LimitedWork): Promise<unknown>;
  /** Aborts all work, queued or running, and ends the threads. */
  close(): Promise<void>;
}

const idleMs = 30_000;

/** Creates a pool whose threads run one module. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { name, deadlineMs, maxQueued, maxMemoryMegabytes, stackMegabytes } = options;
  const { maxThreads = Math.max(2, availableParallelism() - 1) } = options;
  const tenantConcurrency = Math.max(1, maxThreads - 1);
  const limiter = createFairLimiter({ name, concurrency: maxThreads, tenantConcurrency, maxQueued });
  const closing = new AbortController();
  const running = new Set<(cause: unknown) => void>();
  let pool: Piscina | undefined;

  /** Creates the threads' pool with the first work: most processes that may need threads never do. */
  async function openPool(): Promise<Piscina> {
    const { Piscina: Pool } = await import('piscina');
    // Another call may have opened it meanwhile.
    if (pool) return pool;
    pool = new Pool({
      filename: fileURLToPath(options.module),
      name: 'work',
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      atomics: 'disabled',
      recordTiming: false,
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: maxMemoryMegabytes,
        ...(stackMegabytes !== undefined && { stackSizeMb: stackMegabytes }),
      },
    });
    // A thread that fails to load the module has no work yet: the pool reports it as an event, and the work would wait
    // for its deadline.
    pool.on('error', (cause) => {
      // A thread that runs out of memory while it is terminated had work, which has ended already.
      if (isOutOfMemory(cause)) return;
      for (const fail of running) fail(cause);
    });
    return pool;
  }

  async function runInThread(input: unknown, signal: AbortSignal): Promise<unknown> {
    const deadline = AbortSignal.timeout(deadlineMs);
    const failure = new AbortController();
    const fail = (cause: unknown): void => failure.abort(cause);
    running.add(fail);
    try {
      const threads = pool ?? (await openPool());
      return await threads.run(input, { signal: AbortSignal.any([signal, deadline, failure.signal]) });
    } catch (cause) {
      if (signal.aborted) throw new AppError({ code: 'ABORTED', message: `${name}: cancelled.`, cause });
      if (deadline.aborted) throw timedOut(name, deadlineMs);
      throw toFailure(name, failure.signal.aborted ? failure.signal.reason : cause);
    } finally {
      running.delete(fail);
    }
  }

  return {
    run(input, { tenant, signal: callerSignal }) {
      const signal = AbortSignal.any([callerSignal, closing.signal]);
      return limiter.run({ tenant, signal }, () => runInThread(input, signal));
    },
    async close() {
      closing.abort();
      await pool?.destroy();
    },
  };
}

function timedOut(name: string, deadlineMs: number): AppError {
  return new AppError({
    code: 'TIMEOUT',
    message: `${name}: not finished within ${deadlineMs / 1000} s. Retry with a smaller or simpler input.`,
  });
}

function toFailure(name: string, cause: unknown): AppError {
  if (isOutOfMemory(cause)) {
    const message = `${name}: the input needs too much memory. Retry with a smaller or simpler input.`;
    return new AppError({ code: 'PAYLOAD_TOO_LARGE', message, cause });
  }
  return new AppError({ code: 'INTERNAL_ERROR', message: `${name}: failed.`, cause });
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
