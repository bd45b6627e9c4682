import type { JobName } from '@shipmate/domain/job';
import type { PgBoss } from 'pg-boss';

/** Wakes the workers of this process for jobs that no notification reports. */
interface WorkerWakes {
  /** Adds a worker of a job name. */
  add(name: JobName, workerId: string): void;
  /** Lets the workers of a job name check for jobs. */
  wake(name: JobName): void;
  /** Wakes them once a job with a delay is due. A delay longer than the polling interval is left to polling. */
  wakeIn(name: JobName, seconds: number): void;
  close(): void;
}

/** A delay ends by the database's clock, after its statement began. */
const marginMs = 100;

/** Creates wakes for the workers of a pg-boss. */
export function createWorkerWakes(boss: Pick<PgBoss, 'notifyWorker'>, pollSeconds: number): WorkerWakes {
  const workers = new Map<JobName, string[]>();
  const timers = new Set<ReturnType<typeof setTimeout>>();

  function wake(name: JobName): void {
    for (const workerId of workers.get(name) ?? []) boss.notifyWorker(workerId);
  }

  return {
    add(name, workerId) {
      workers.set(name, [...(workers.get(name) ?? []), workerId]);
    },
    wake,
    wakeIn(name, seconds) {
      if (seconds > pollSeconds) return;
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          wake(name);
        },
        seconds * 1_000 + marginMs,
      ).unref();
      timers.add(timer);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
