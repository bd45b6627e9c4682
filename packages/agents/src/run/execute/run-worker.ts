import type { Logger } from '@shipmate/core';
import type { RunNotifications } from '@shipmate/domain';
import type { RunExecutor } from './run-executor.ts';
import { createWakeUp } from '../log/wake-up.ts';

/** Takes over runs that are queued or that nobody executes any more. */
export interface RunWorker {
  /** Takes no more, and resolves when none is being taken. Close the executor to leave those that it has. */
  close(): Promise<void>;
}

/** What {@link createRunWorker} needs. */
export interface RunWorkerOptions {
  readonly executor: Pick<RunExecutor, 'takeOver'>;
  readonly notifications: RunNotifications;
  readonly logger: Logger;
  /** Fires when the process is leaving: no more runs are taken then. */
  readonly draining: AbortSignal;
  /** Runs that are executed at once. Default 4. */
  readonly concurrency?: number;
  /** Runs of one organization that are executed at once, by this worker or others; more of it wait. Default: any number. */
  readonly perOrganization?: number | undefined;
  /** How often it looks for runs that nobody told of, as an expired lease tells nobody. Default 1000. */
  readonly pollMs?: number;
}

/** Begins to take runs over. */
export function createRunWorker(options: RunWorkerOptions): RunWorker {
  const { executor, notifications, logger, draining, perOrganization, concurrency = 4, pollMs = 1_000 } = options;
  const wakeUp = createWakeUp();
  const stopListening = notifications.listen('queued', wakeUp.wake);
  const closing = new AbortController();
  const leaving = AbortSignal.any([draining, closing.signal]);
  leaving.addEventListener('abort', wakeUp.wake);
  let going = 0;

  async function takeOne(): Promise<boolean> {
    try {
      const execution = await executor.takeOver({ perOrganization });
      if (!execution) return false;
      going += 1;
      void execution.finished.then(() => {
        going -= 1;
        wakeUp.wake();
      });
      return true;
    } catch (error) {
      logger.warn('no run could be taken over', { error });
      return false;
    }
  }

  async function work(): Promise<void> {
    while (!leaving.aborted) {
      const hasTaken = going < concurrency && (await takeOne());
      if (!hasTaken && !leaving.aborted) await wakeUp.sleep(pollMs);
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
