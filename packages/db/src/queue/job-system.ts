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
  type QueueFigures,
} from '@shipmate/domain/job';
import { type Db, fromKysely, type Job, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Engine } from '../engine/engine.ts';
import type { Executor } from '../executor/executor.ts';
import type { ProcessNotifications } from '../notify/process-notifications.ts';
import type { Announce } from '../notify/topic.ts';
import { deadLetterQueueOf, installQueues, isScheduled } from './install-queues.ts';
import { defaultQueueOptions, type QueueOptions } from './queue-options.ts';
import { createJobWorkers, pollingIntervalSeconds } from './job-workers.ts';

/**
 * The intervals of pg-boss. A scheduled job that is due at a minute starts at most ten seconds after it. Queues do not change while a
 * process runs, and no job waits for another, which is what a flow is.
 */
const intervals = {
  cronMonitorIntervalSeconds: 10,
  cronWorkerIntervalSeconds: pollingIntervalSeconds,
  queueCacheIntervalSeconds: 3_600,
  flowIntervalSeconds: 3_600,
} as const;

/** The job queue as the rest of the package uses it. */
interface JobSystem {
  /** Creates the queues and starts the maintenance of the job tables. Jobs can be enqueued from then on. */
  start(): Promise<void>;
  /** Fires the signal of running jobs and waits for them; a job that does not end in time is retried later. */
  stop(): Promise<void>;
  /**
   * Returns the queue that writes through an executor: within a transaction, jobs commit and roll back with it. `announce` is called once
   * a job is stored, before the commit if the executor is a transaction.
   */
  queueOf(executor: Executor, announce: Announce): JobQueue;
  readonly runner: JobRunner;
  readonly administration: JobAdministration;
}

/** Resources for {@link createJobSystem}. */
interface JobSystemResources {
  readonly logger: Logger;
  readonly notifications: ProcessNotifications;
  readonly queue?: QueueOptions;
}

/** Creates a job system that runs pg-boss on a shared connection. */
export function createJobSystem(
  engine: Pick<Engine, 'queueConnection' | 'exclusively'>,
  { logger, notifications, queue = {} }: JobSystemResources,
): JobSystem {
  const options = { ...defaultQueueOptions, ...queue };
  const stopping = new AbortController();
  const boss = new PgBoss({ ...engine.queueConnection, ...intervals, useListenNotify: true });
  const administration = createJobAdministration(boss);
  boss.on('error', (error) => logger.error('job queue error', { error }));
  boss.on('warning', ({ message, data }) => logger.warn('job queue warning', { warning: message, data }));
  const workers = createJobWorkers(boss, options.pollSeconds);
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

  function ready(): Omit<JobAdministration, 'measureQueues'> {
    requireReady();
    return administration;
  }

  return {
    start: () => (starting ??= begin()),

    async stop() {
      if (!starting) return;
      await Promise.allSettled([starting]);
      stopping.abort();
      workers.close();
      await boss.stop({ close: false, timeout: options.stopTimeoutMs });
      isReady = false;
    },

    queueOf(executor, announce) {
      const db = fromKysely(executor);
      return {
        async enqueue(name, payload, { startAfterSeconds } = {}) {
          requireReady();
          await boss.send(name, payload, {
            db,
            ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
          });
          if (startAfterSeconds === undefined) announce(`job ${name}`);
          else workers.wakeIn(name, startAfterSeconds);
        },
      };
    },

    runner: {
      async work<Name extends JobName>(
        name: Name,
        handler: (payload: JobPayloads[Name], signal: AbortSignal) => Promise<void>,
      ) {
        requireReady();
        const execute = async (job: Job<JobPayloads[Name]>): Promise<void> => {
          try {
            await handler(job.data, AbortSignal.any([job.signal, stopping.signal]));
          } catch (error) {
            logger.warn('job failed', { job: name, jobId: job.id, attempt: job.retryCount + 1, error });
            workers.wakeIn(
              name,
              Math.min(options.retryDelayMaxSeconds, options.retryDelaySeconds * 2 ** (job.retryCount + 1)),
            );
            throw error;
          }
        };
        notifications.listen(`job ${name}`, () => workers.wake(name));
        // A scheduled job does not overlap with the one before it.
        const count = isScheduled(name) ? 1 : options.concurrency;
        for (let worker = 0; worker < count; worker += 1) await workers.start(name, execute);
      },

      async schedule(name, cron, payload) {
        requireReady();
        await boss.schedule(name, cron, payload);
      },
    },

    administration: {
      countJobs: async () => ready().countJobs(),
      measureQueues: () => measureQueues(engine.queueConnection.db),
      listDeadJobs: async (name) => ready().listDeadJobs(name),
      requeueDeadJobs: async (jobs) => {
        const moved = await ready().requeueDeadJobs(jobs);
        for (const { name } of jobs) notifications.announce(`job ${name}`);
        return moved;
      },
    },
  };
}

/** Measures the queues without pg-boss, which some processes do not start; a database without its tables has no jobs. */
async function measureQueues(db: Db): Promise<readonly QueueFigures[]> {
  const { rows: tables } = await db.executeSql("select to_regclass('pgboss.job') is not null as installed");
  if (tables[0]?.installed !== true) return [];
  const { rows } = await db.executeSql(`
    select name, count(*)::int as jobs,
      coalesce(extract(epoch from greatest(now() - min(start_after), interval '0')), 0)::float8 as seconds
    from pgboss.job where state < 'active' group by name`);
  return (rows as readonly QueueRow[]).flatMap(({ name: queue, jobs, seconds: oldestSeconds }) => {
    const name = jobNames.find((each) => queue === each || queue === deadLetterQueueOf(each));
    return name === undefined ? [] : [{ name, isDead: queue !== name, jobs, oldestSeconds }];
  });
}

interface QueueRow {
  readonly name: string;
  readonly jobs: number;
  readonly seconds: number;
}

/** Creates a {@link JobAdministration} on a started pg-boss. */
function createJobAdministration(boss: PgBoss): Omit<JobAdministration, 'measureQueues'> {
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
