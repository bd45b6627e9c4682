import type { Logger } from '@shipmate/core';
import type { RunNotifications } from '@shipmate/domain/run';
import type { RunExecutor } from './run-executor.ts';
import { createWakeUp } from '../log/wake-up.ts';

/** Claims queued runs and runs whose lease has expired. */
export interface RunWorker {
  /** Takes no more runs and resolves once no claim is pending. Close the executor to release the runs that it owns. */
  close(): Promise<void>;
}

/** Options for {@link createRunWorker}. */
export interface RunWorkerOptions {
  readonly executor: Pick<RunExecutor, 'takeOver'>;
  readonly notifications: RunNotifications;
  readonly logger: Logger;
  /** Aborts when the process shuts down; no more runs are taken then. */
  readonly draining: AbortSignal;
  /** Maximum number of concurrent runs. Default 4. */
  readonly concurrency?: number;
  /**
   * Maximum number of concurrent runs of one organization, across all workers; further ones stay queued. Default:
   * unlimited.
   */
  readonly perOrganization?: number | undefined;
  /** Interval between checks for runs without a notification, such as those with an expired lease. Default 5000. */
  readonly pollMs?: number;
}

/** A run is due by the database's clock, from the time at which the database released it. */
const clockMarginMs = 20;

/** Creates a worker that starts to claim runs immediately. */
export function createRunWorker(options: RunWorkerOptions): RunWorker {
  const { executor, notifications, logger, draining, perOrganization, concurrency = 4, pollMs = 5_000 } = options;
  const wakeUp = createWakeUp();
  const stopListening = notifications.listen('queued', wakeUp.wake);
  const closing = new AbortController();
  const stopping = AbortSignal.any([draining, closing.signal]);
  stopping.addEventListener('abort', wakeUp.wake);
  /** The times, of `performance.now()`, at which runs that this worker released are due. */
  const due = new Set<number>();
  let activeRuns = 0;

  /** Runs that another worker released are found by polling. */
  function untilNextCheck(): number {
    const now = performance.now();
    for (const time of due) if (time <= now) due.delete(time);
    return Math.min(pollMs, ...[...due].map((time) => time - now));
  }

  async function takeOne(): Promise<boolean> {
    try {
      const execution = await executor.takeOver({ perOrganization });
      if (!execution) return false;
      activeRuns += 1;
      void execution.finished.then(() => {
        activeRuns -= 1;
        const { wakesInMs } = execution;
        if (wakesInMs !== undefined) due.add(performance.now() + wakesInMs + clockMarginMs);
        wakeUp.wake();
      });
      return true;
    } catch (error) {
      logger.warn('could not take over a run', { error });
      return false;
    }
  }

  async function work(): Promise<void> {
    while (!stopping.aborted) {
      const hasTaken = activeRuns < concurrency && (await takeOne());
      if (!hasTaken && !stopping.aborted) await wakeUp.sleep(untilNextCheck());
    }
    stopListening();
  }

  const working = work();
  return {
    async close() {
      closing.abort();
      await working;
    },
  };
}
