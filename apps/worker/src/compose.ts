import { createRunExecutor, createRunLog, createRunWorker, describeConversation } from '@shipmate/agents';
import type { Logger, ToolRegistry } from '@shipmate/core';
import type { Database } from '@shipmate/db';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, createApp, loopbackHosts, mountHealth } from '@shipmate/server';
import type { Hono } from 'hono';
import { deleteOldRunEvents } from './delete-old-run-events.ts';

/** What the worker is told of where it runs, and how. */
export interface WorkerSettings {
  /** The name or address that it listens on. On loopback it answers to the names of this machine only. */
  readonly host: string;
  /** Runs that it executes at once. */
  readonly concurrency?: number;
  /** How long a run stays with this process once it is not heard of any more. */
  readonly leaseSeconds?: number;
  /** How long the events of a run are kept after its end. Default 30. */
  readonly runEventsDays?: number;
}

/** What the worker stands on. Whoever made it closes it; closing the database ends the jobs that run. */
export interface WorkerResources {
  readonly logger: Logger;
  /** Migrated, its queue started. */
  readonly database: Pick<Database, 'unitOfWork' | 'notifications' | 'jobs' | 'ping'>;
  readonly models: Pick<ModelCatalog, 'get'>;
  readonly tools: ToolRegistry;
  /** Fires when the process is leaving. */
  readonly draining: AbortSignal;
}

/** The worker, at work. */
export interface WorkerApp {
  /** Tells whether it can work. */
  readonly app: Hono<AppEnvironment>;
  /** Leaves the runs that it executes to others, unless they end in a moment. */
  close(): Promise<void>;
}

/** Every hour, at a minute at which little else happens. */
const housekeepingTimes = '17 * * * *';

/** Starts to take runs and jobs, and builds the app that tells whether it can. */
export async function compose(settings: WorkerSettings, resources: WorkerResources): Promise<WorkerApp> {
  const { host, concurrency, leaseSeconds, runEventsDays = 30 } = settings;
  const { logger, database, models, tools, draining } = resources;
  const { unitOfWork, notifications, jobs } = database;
  await jobs.work('describe_conversation', async (job, signal) => {
    await describeConversation({ unitOfWork, models }, job, AbortSignal.any([signal, draining]));
    logger.info('conversation described', { conversationId: job.conversationId });
  });
  await jobs.work('housekeeping', async (_job, signal) => {
    const runs = await deleteOldRunEvents(unitOfWork.stores.runs, runEventsDays, signal);
    logger.info('housekeeping done', { runsWithoutEvents: runs });
  });
  await jobs.schedule('housekeeping', housekeepingTimes, {});

  const runLog = createRunLog({ unitOfWork, notifications });
  const executor = createRunExecutor({
    unitOfWork,
    notifications,
    runLog,
    models,
    tools,
    approvalSecret: await unitOfWork.stores.secrets.getOrCreate('approvals'),
    logger,
    ...(leaseSeconds !== undefined && { leaseSeconds }),
  });
  const runs = createRunWorker({
    executor,
    notifications,
    logger,
    draining,
    ...(concurrency !== undefined && { concurrency }),
  });

  const app = createApp({ logger, ...(loopbackHosts.includes(host) && { allowedHosts: loopbackHosts }) });
  mountHealth(app, { checks: { database: (signal) => database.ping(signal) }, draining });

  async function close(): Promise<void> {
    await runs.close();
    await executor.close();
  }
  return { app, close };
}
