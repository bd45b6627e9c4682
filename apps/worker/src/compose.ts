import {
  createInboxDeliverer,
  createRuleMatcher,
  createRunExecutor,
  createRunLog,
  createRunWorker,
  stopUnreadRuns,
  type WrittenLanguage,
} from '@shipmate/agents';
import { type AppEnvironment, createApp, loopbackHosts, mountHealth, mountMetrics } from '@shipmate/server';
import type { Hono } from 'hono';
import { startJobs } from './jobs/start-jobs.ts';
import type { WorkerResources } from './worker-resources.ts';

/** Settings of the worker. */
export interface WorkerSettings {
  /** Bearer token that `/metrics` requires; none when undefined. */
  readonly metricsToken?: string | undefined;
  /** Host name or address of the listener. On loopback the app accepts only the names of this machine. */
  readonly host: string;
  /** Number of runs that it executes concurrently. */
  readonly concurrency?: number;
  /**
   * Number of runs of one organization that all workers execute concurrently; further ones are queued. Default:
   * unlimited.
   */
  readonly organizationConcurrency?: number | undefined;
  /** Lifetime of a run's lease without a heartbeat, in seconds. */
  readonly leaseSeconds?: number;
  /** Language of answers. Default: the language of the question. */
  readonly answerLanguage?: WrittenLanguage | undefined;
  /** Time after which a waiting run without its expected reader is cancelled, in milliseconds. Default 10 000. */
  readonly readerGraceMs?: number;
  /** Retention of a run's events after its end, in days. Default 30. */
  readonly runEventsDays?: number;
  /** Retention of events of rules that started no execution, in days. Default 30. */
  readonly ruleEventsDays?: number;
}

/** A running worker. */
export interface WorkerApp {
  /** Reports the worker's health. */
  readonly app: Hono<AppEnvironment>;
  /** Releases its runs to other workers, except those that end shortly. */
  close(): Promise<void>;
}

/**
 * The longest interval between checks for runs to take over. Notifications report queued runs at once; an expired lease, a
 * passed time and a notification that was lost are found by these checks.
 */
const maxPollMs = 5_000;

/** Starts to execute runs and jobs, and builds the app that reports the worker's health. */
export async function compose(settings: WorkerSettings, resources: WorkerResources): Promise<WorkerApp> {
  const { host, concurrency, organizationConcurrency, leaseSeconds = 30, readerGraceMs } = settings;
  const { runEventsDays = 30, ruleEventsDays = 30 } = settings;
  const { logger, database, models, tools, draining } = resources;
  const { kubernetes, compute, mail, webhooks, codeMaps, mcp } = resources.ports;
  const { unitOfWork, notifications } = database;
  await startJobs(resources, { runEventsDays, ruleEventsDays });
  const runLog = createRunLog({ unitOfWork, notifications });
  if (kubernetes === undefined) {
    logger.info('no cluster is configured: this worker executes no remediations; set KUBECONFIG to let it');
  }
  if (resources.repositories === undefined) {
    logger.info('this worker executes no jobs in repositories; set REPOSITORY_FOLDER to let it');
  }
  const executor = createRunExecutor({
    unitOfWork,
    notifications,
    runLog,
    models,
    tools,
    cluster: kubernetes && { kubernetes, compute },
    rules: { mail, webhooks },
    repositories: resources.repositories,
    codeMaps,
    mcp,
    approvalSecret: await unitOfWork.stores.secrets.getOrCreate('approvals'),
    logger,
    answerLanguage: settings.answerLanguage,
    leaseSeconds,
  });
  const runs = createRunWorker({
    executor,
    notifications,
    logger,
    draining,
    perOrganization: organizationConcurrency,
    pollMs: Math.min(maxPollMs, (leaseSeconds * 1_000) / 3),
    ...(concurrency !== undefined && { concurrency }),
  });
  const rules = createRuleMatcher({ unitOfWork, notifications, logger, draining });
  const inboxes = createInboxDeliverer({ unitOfWork, notifications, webhooks, logger, draining });
  const stopLooking = stopUnreadRuns({
    runs: unitOfWork.stores.runs,
    logger,
    ...(readerGraceMs !== undefined && { graceMs: readerGraceMs }),
  });

  const app = createApp({ logger, ...(loopbackHosts.includes(host) && { allowedHosts: loopbackHosts }) });
  mountHealth(app, { checks: { database: (signal) => database.ping(signal) }, draining });
  mountMetrics(app, {
    processMetrics: resources.processMetrics,
    runs: database.unitOfWork.stores.runs,
    jobs: database.jobs,
    token: settings.metricsToken,
  });

  async function close(): Promise<void> {
    stopLooking();
    await rules.close();
    await inboxes.close();
    await runs.close();
    await executor.close();
  }
  return { app, close };
}
