import { AppError, type Logger } from '@shipmate/core';
import {
  type DeadJob,
  type JobAdministration,
  type JobCounts,
  type JobName,
  type JobPayloads,
  type JobQueue,
  type JobRunner,
  jobNames,
} from '@shipmate/domain/job';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Engine } from '../engine/engine.ts';
import type { Executor } from '../executor/executor.ts';
import { deadLetterQueueOf, installQueues } from './install-queues.ts';
import { defaultQueueOptions, type QueueOptions } from './queue-options.ts';

/** The shortest polling interval that pg-boss allows. */
const pollingIntervalSeconds = 0.5;

/**
 * The polling intervals of pg-boss for scheduled jobs: one that is due at a minute starts about ten seconds after it.
 */
const clockSeconds = { cronMonitorIntervalSeconds: 10, cronWorkerIntervalSeconds: 1 } as const;

/** The job queue as the rest of the package uses it. */
interface JobSystem {
  /** Creates the queues and starts the maintenance of the job tables. Jobs can be enqueued from then on. */
  start(): Promise<void>;
  /** Fires the signal of running jobs and waits for them; a job that does not end in time is retried later. */
  stop(): Promise<void>;
  /** Returns the queue that writes through an executor: within a transaction, jobs commit and roll back with it. */
  queueOf(executor: Executor): JobQueue;
  readonly runner: JobRunner;
  readonly administration: JobAdministration;
}

/** Creates a job system that runs pg-boss on a shared connection. */
export function createJobSystem(
  engine: Pick<Engine, 'queueConnection' | 'exclusively'>,
  { logger, queue = {} }: { readonly logger: Logger; readonly queue?: QueueOptions },
): JobSystem {
  const options = { ...defaultQueueOptions, ...queue };
  const stopping = new AbortController();
  const boss = new PgBoss({ ...engine.queueConnection, ...clockSeconds });
  const administration = createJobAdministration(boss);
  boss.on('error', (error) => logger.error('job queue error', { error }));
  boss.on('warning', ({ message, data }) => logger.warn('job queue warning', { warning: message, data }));
  let starting: Promise<void> | undefined;
  let isReady = false;

  async function begin(): Promise<void> {
    try {
      await engine.exclusively(async () => {
        await boss.start();
        await installQueues(boss, options);
      });
      isReady = true;
    } catch (thrown) {
      starting = undefined;
      throw thrown;
    }
  }

  /**
   * Throws before the start instead of waiting for it: within a transaction on PGlite, the start would wait for the
   * transaction.
   */
  function requireReady(): void {
    if (isReady) return;
    throw new AppError({
      code: 'UNAVAILABLE',
      message: 'The job queue is not started: await start() of the database.',
    });
  }

  function ready(): JobAdministration {
    requireReady();
    return administration;
  }

  return {
    start: () => (starting ??= begin()),

    async stop() {
      if (!starting) return;
      await Promise.allSettled([starting]);
      stopping.abort();
      await boss.stop({ close: false, timeout: options.stopTimeoutMs });
      isReady = false;
    },

    queueOf(executor) {
      const db = fromKysely(executor);
      return {
        async enqueue(name, payload, { startAfterSeconds } = {}) {
          requireReady();
          await boss.send(name, payload, {
            db,
            ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
          });
        },
      };
    },

    runner: {
      async work<Name extends JobName>(
        name: Name,
        handler: (payload: JobPayloads[Name], signal: AbortSignal) => Promise<void>,
      ) {
        requireReady();
        await boss.work<JobPayloads[Name]>(
          name,
          { pollingIntervalSeconds, localConcurrency: options.concurrency },
          async (jobs) => {
            for (const job of jobs) {
              try {
                await handler(job.data, AbortSignal.any([job.signal, stopping.signal]));
              } catch (error) {
                logger.warn('job failed', { job: name, jobId: job.id, attempt: job.retryCount + 1, error });
                throw error;
              }
            }
          },
        );
      },

      async schedule(name, cron, payload) {
        requireReady();
        await boss.schedule(name, cron, payload);
      },
    },

    administration: {
      countJobs: async () => ready().countJobs(),
      listDeadJobs: async (name) => ready().listDeadJobs(name),
      requeueDeadJobs: async (jobs) => ready().requeueDeadJobs(jobs),
    },
  };
}

/** Creates a {@link JobAdministration} on a started pg-boss. */
function createJobAdministration(boss: PgBoss): JobAdministration {
  async function findDead<Name extends JobName>(name: Name): Promise<readonly DeadJob<Name>[]> {
    const jobs = await boss.findJobs<DeadJob<Name>['payload']>(deadLetterQueueOf(name), { queued: true });
    return jobs.map((job) => toDeadJob(name, job));
  }

  async function count(name: JobName): Promise<JobCounts> {
    const queued = await boss.findJobs(name, { queued: true });
    const retrying = queued.filter(({ state }) => state === 'retry').length;
    return { name, waiting: queued.length - retrying, retrying, dead: (await findDead(name)).length };
  }

  return {
    countJobs: () => Promise.all(jobNames.map(count)),

    async listDeadJobs(name) {
      const dead = await Promise.all((name === undefined ? jobNames : [name]).map((each) => findDead(each)));
      return dead.flat().sort((one, other) => one.failedAt.getTime() - other.failedAt.getTime());
    },

    async requeueDeadJobs(jobs) {
      let moved = 0;
      for (const [name, ofName] of Map.groupBy(jobs, (job) => job.name)) {
        moved += await boss.redrive(deadLetterQueueOf(name), { ids: ofName.map(({ id }) => id), limit: ofName.length });
      }
      return moved;
    },
  };
}

function toDeadJob<Name extends JobName>(
  name: Name,
  { id, data, createdOn, sourceRetryCount, sourceOutput }: JobWithMetadata<DeadJob<Name>['payload']>,
): DeadJob<Name> {
  return {
    id,
    name,
    payload: data,
    tries: (sourceRetryCount ?? 0) + 1,
    failedAt: createdOn,
    error: messageOf(sourceOutput),
  };
}

/** Returns the message of a failed job; pg-boss stores errors as JSON, and its own also have a `message`. */
function messageOf(output: object | null): string {
  const message = output && 'message' in output ? output.message : undefined;
  return typeof message === 'string' ? message : JSON.stringify(output);
}
