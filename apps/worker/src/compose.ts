import { describeConversation } from '@shipmate/agents';
import type { Logger } from '@shipmate/core';
import type { Database } from '@shipmate/db';
import type { ModelCatalog } from '@shipmate/providers';
import { type AppEnvironment, createApp, loopbackHosts, mountHealth } from '@shipmate/server';
import type { Hono } from 'hono';

/** What the worker is told of where it runs. */
export interface WorkerSettings {
  /** The name or address that it listens on. On loopback it answers to the names of this machine only. */
  readonly host: string;
}

/** What the worker stands on. Whoever made it closes it; closing the database ends the jobs that run. */
export interface WorkerResources {
  readonly logger: Logger;
  /** Migrated, its queue started. */
  readonly database: Pick<Database, 'unitOfWork' | 'jobs' | 'ping'>;
  readonly models: Pick<ModelCatalog, 'get'>;
  /** Fires when the process is leaving. */
  readonly draining: AbortSignal;
}

/** Starts to take jobs, and builds the app that tells whether it can. */
export async function compose(
  { host }: WorkerSettings,
  { logger, database, models, draining }: WorkerResources,
): Promise<{ readonly app: Hono<AppEnvironment> }> {
  const { unitOfWork, jobs } = database;
  await jobs.work('describe_conversation', async (job, signal) => {
    await describeConversation({ unitOfWork, models }, job, AbortSignal.any([signal, draining]));
    logger.info('conversation described', { conversationId: job.conversationId });
  });

  const app = createApp({ logger, ...(loopbackHosts.includes(host) && { allowedHosts: loopbackHosts }) });
  mountHealth(app, { checks: { database: (signal) => database.ping(signal) }, draining });
  return { app };
}
