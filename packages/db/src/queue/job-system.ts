import { AppError, type Logger } from '@shipmate/core';
import type { JobName, JobPayloads, JobQueue, JobRunner } from '@shipmate/domain';
import { fromKysely, PgBoss, type BackendProfile, type Db } from 'pg-boss';
import type { Executor } from '../executor/executor.ts';
import { deadLetterQueueOf, installQueues } from './install-queues.ts';
import { defaultQueueOptions, type QueueOptions } from './queue-options.ts';

/** The shortest interval between two looks for new jobs that pg-boss allows. */
const pollingIntervalSeconds = 0.5;

/** Jobs as the rest of the package sees them. */
export interface JobSystem extends JobRunner {
  /** Makes the queues and starts the upkeep of the job tables. Jobs can be enqueued from then on. */
  start(): Promise<void>;
  /** Fires the signal of running jobs and waits for them; what does not end in time is retried later. */
  stop(): Promise<void>;
  /** The queue that writes through an executor: within a transaction, jobs commit and roll back with it. */
  queueOf(executor: Executor): JobQueue;
  /** The payloads of jobs that failed for good, oldest first. */
  listDeadLetters<Name extends JobName>(name: Name): Promise<readonly JobPayloads[Name][]>;
}

/** Runs pg-boss over a connection that is not its own. */
export function createJobSystem(
  connection: { readonly db: Db; readonly backend: BackendProfile },
  { logger, queue = {} }: { readonly logger: Logger; readonly queue?: QueueOptions },
): JobSystem {
  const options = { ...defaultQueueOptions, ...queue };
  const stopping = new AbortController();
  const boss = new PgBoss({ ...connection, schedule: false });
  boss.on('error', (error) => logger.error('job queue error', { error }));
  boss.on('warning', ({ message, data }) => logger.warn('job queue warning', { warning: message, data }));
  let started: Promise<void> | undefined;

  async function begin(): Promise<void> {
    try {
      await boss.start();
      await installQueues(boss, options);
    } catch (thrown) {
      started = undefined;
      throw thrown;
    }
  }

  async function ready(): Promise<void> {
    if (!started) {
      throw new AppError({
        code: 'UNAVAILABLE',
        message: 'The job queue is not started: call start() on the database.',
      });
    }
    await started;
  }

  return {
    async start() {
      started ??= begin();
      await started;
    },

    async stop() {
      if (!started) return;
      stopping.abort();
      await boss.stop({ close: false, timeout: options.stopTimeoutMs });
    },

    queueOf(executor) {
      const db = fromKysely(executor);
      return {
        async enqueue(name, payload) {
          await ready();
          await boss.send(name, payload, { db });
        },
      };
    },

    async work<Name extends JobName>(
      name: Name,
      handler: (payload: JobPayloads[Name], signal: AbortSignal) => Promise<void>,
    ) {
      await ready();
      await boss.work<JobPayloads[Name]>(
        name,
        { pollingIntervalSeconds, localConcurrency: options.concurrency },
        async (jobs) => {
          for (const job of jobs) await handler(job.data, AbortSignal.any([job.signal, stopping.signal]));
        },
      );
    },

    async listDeadLetters<Name extends JobName>(name: Name) {
      await ready();
      const jobs = await boss.findJobs<JobPayloads[Name]>(deadLetterQueueOf(name));
      return jobs.map((job) => job.data);
    },
  };
}
