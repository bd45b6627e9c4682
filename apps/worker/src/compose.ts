import { createRunExecutor, createRunLog, createRunWorker, stopUnreadRuns } from '@shipmate/agents';
import { type AppEnvironment, createApp, loopbackHosts, mountHealth } from '@shipmate/server';
import type { Hono } from 'hono';
import { startJobs } from './jobs/start-jobs.ts';
import type { WorkerResources } from './worker-resources.ts';

/** What the worker is told of where it runs, and how. */
export interface WorkerSettings {
  /** The name or address that it listens on. On loopback it answers to the names of this machine only. */
  readonly host: string;
  /** Runs that it executes at once. */
  readonly concurrency?: number;
  /** Runs of one organization that all workers together execute at once; more of it wait. Default: any number. */
  readonly organizationConcurrency?: number | undefined;
  /** How long a run stays with this process once it is not heard of any more. */
  readonly leaseSeconds?: number;
  /** How long a run that waits may be without the reader that it was to have. Default 10 000. */
  readonly readerGraceMs?: number;
  /** How long the events of a run are kept after its end. Default 30. */
  readonly runEventsDays?: number;
}

/** The worker, at work. */
export interface WorkerApp {
  /** Tells whether it can work. */
  readonly app: Hono<AppEnvironment>;
  /** Leaves the runs that it executes to others, unless they end in a moment. */
  close(): Promise<void>;
}

/** Starts to take runs and jobs, and builds the app that tells whether it can. */
export async function compose(settings: WorkerSettings, resources: WorkerResources): Promise<WorkerApp> {
  const { host, concurrency, organizationConcurrency, leaseSeconds, readerGraceMs, runEventsDays = 30 } = settings;
  const { logger, database, models, tools, draining } = resources;
  const { unitOfWork, notifications } = database;
  await startJobs(resources, { runEventsDays });
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
    perOrganization: organizationConcurrency,
    ...(concurrency !== undefined && { concurrency }),
  });
  const stopLooking = stopUnreadRuns({
    runs: unitOfWork.stores.runs,
    logger,
    ...(readerGraceMs !== undefined && { graceMs: readerGraceMs }),
  });

  const app = createApp({ logger, ...(loopbackHosts.includes(host) && { allowedHosts: loopbackHosts }) });
  mountHealth(app, { checks: { database: (signal) => database.ping(signal) }, draining });

  async function close(): Promise<void> {
    stopLooking();
    await runs.close();
    await executor.close();
  }
  return { app, close };
}
