import type { JobName, JobPayloads } from '@shipmate/domain/job';
import type { Job, PgBoss } from 'pg-boss';
import { isScheduled } from './install-queues.ts';

/**
 * The workers of this process. Each check for a job is a statement, so one idle worker of a name checks, and wakes the next one when it has
 * found a job.
 */
interface JobWorkers {
  /** Starts a worker of a job name. */
  start<Name extends JobName>(name: Name, execute: (job: Job<JobPayloads[Name]>) => Promise<void>): Promise<void>;
  /** Lets an idle worker of a job name check for jobs. A busy one checks when its job has ended. */
  wake(name: JobName): void;
  /** Wakes one once a job with a delay is due. A delay longer than the polling interval is left to polling. */
  wakeIn(name: JobName, seconds: number): void;
  /** Wakes no more workers. */
  close(): void;
}

/** A worker, and whether it executes a job. */
interface Worker {
  id: string;
  isBusy: boolean;
}

/** Seconds between checks for scheduled jobs on a connection that cannot listen. */
export const pollingIntervalSeconds = 2;

/** Seconds between checks that pg-boss makes for each worker by itself. */
const restSeconds = 86_400;

/** A delay ends by the database's clock, after its statement began. */
const marginMs = 100;

/** Creates the workers of a pg-boss. `pollSeconds` is the time between checks for jobs without a notification. */
export function createJobWorkers(boss: Pick<PgBoss, 'work' | 'notifyWorker'>, pollSeconds: number): JobWorkers {
  const workers = new Map<JobName, Worker[]>();
  const delays = new Set<ReturnType<typeof setTimeout>>();
  let polling: ReturnType<typeof setInterval> | undefined;

  function wake(name: JobName): void {
    const idle = workers.get(name)?.find(({ isBusy }) => !isBusy);
    if (idle) boss.notifyWorker(idle.id);
  }

  return {
    async start<Name extends JobName>(name: Name, execute: (job: Job<JobPayloads[Name]>) => Promise<void>) {
      polling ??= setInterval(() => [...workers.keys()].forEach(wake), pollSeconds * 1_000).unref();
      const worker: Worker = { id: '', isBusy: false };
      const intervals = {
        pollingIntervalSeconds: isScheduled(name) ? pollingIntervalSeconds : restSeconds,
        notifyPollingIntervalSeconds: restSeconds,
      };
      worker.id = await boss.work<JobPayloads[Name]>(name, intervals, async (jobs) => {
        worker.isBusy = true;
        // One notification may stand for several jobs.
        wake(name);
        try {
          for (const job of jobs) await execute(job);
        } finally {
          worker.isBusy = false;
          boss.notifyWorker(worker.id);
        }
      });
      workers.set(name, [...(workers.get(name) ?? []), worker]);
    },
    wake,
    wakeIn(name, seconds) {
      if (seconds > pollSeconds) return;
      const delay = setTimeout(
        () => {
          delays.delete(delay);
          wake(name);
        },
        seconds * 1_000 + marginMs,
      ).unref();
      delays.add(delay);
    },
    close() {
      clearInterval(polling);
      for (const delay of delays) clearTimeout(delay);
      delays.clear();
    },
  };
}
