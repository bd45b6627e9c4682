import type { Logger } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { JobAdministration, JobQueue, JobRunner } from '@shipmate/domain/job';
import type { RunNotifications } from '@shipmate/domain/run';
import { defaultStorageQuota, type StorageQuota } from '@shipmate/domain/storage';
import { Kysely, sql } from 'kysely';
import type { Engine } from './engine/engine.ts';
import { createDirectoryEngine, createMemoryEngine } from './engine/pglite/pglite-engine.ts';
import { createPostgresEngine, type PostgresLocation } from './engine/postgres-engine.ts';
import { guardStore } from './error/guard-store.ts';
import { migrate } from './migrations/migrate.ts';
import { createProcessNotifications } from './notify/process-notifications.ts';
import { createJobSystem } from './queue/job-system.ts';
import type { QueueOptions } from './queue/queue-options.ts';
import type { Schema } from './schema/schema.ts';
import { createUnitOfWork } from './stores/unit-of-work.ts';

/** The location of the data: a PostgreSQL server, a directory owned by this process, or memory. */
export type DatabaseLocation = PostgresLocation | { readonly dataDir: string } | { readonly memory: true };

/** The resources of a database besides its location. */
export interface DatabaseResources {
  readonly logger: Logger;
  readonly queue?: QueueOptions;
  /** The storage quota of an organization without its own. Default: `defaultStorageQuota`. */
  readonly storageQuota?: StorageQuota;
}

/** An open database. */
export interface Database {
  readonly engine: Engine['name'];
  readonly unitOfWork: UnitOfWork;
  readonly jobs: JobQueue & JobRunner & JobAdministration;
  /** Notifications about runs, from this and other processes. */
  readonly notifications: RunNotifications;
  /** Runs pending migrations and returns their names. */
  migrate(): Promise<readonly string[]>;
  /** Starts the queue: creates its tables and queues. Nothing can be enqueued before. */
  start(): Promise<void>;
  /** Resolves when the database responds. @throws AppError `DATABASE_ERROR`, also when the signal fires first. */
  ping(signal: AbortSignal): Promise<void>;
  /** Stops running jobs and closes every connection. Idempotent. */
  close(): Promise<void>;
}

/**
 * Opens a database. It has no tables until {@link Database.migrate}, no queue until {@link Database.start}. An embedded database starts in a
 * thread of its own meanwhile: statements wait for it, and `migrate` throws when it does not start.
 */
export async function createDatabase(location: DatabaseLocation, resources: DatabaseResources): Promise<Database> {
  return toDatabase(await openEngine(location, resources.logger), resources);
}

/** Creates a database on an open engine. */
export function toDatabase(engine: Engine, resources: DatabaseResources): Database {
  const db = new Kysely<Schema>({ dialect: engine.dialect });
  const notifications = createProcessNotifications(engine.channels);
  const jobs = createJobSystem(engine, { ...resources, notifications });
  const unitOfWork = createUnitOfWork(db, {
    jobsOf: (executor, announce) => jobs.queueOf(executor, announce),
    announce: notifications.announce,
    storageQuota: resources.storageQuota ?? defaultStorageQuota,
  });
  let closed: Promise<void> | undefined;

  async function close(): Promise<void> {
    try {
      await jobs.stop();
      await notifications.close();
    } finally {
      await engine.close();
    }
  }

  return guardStore<Database>({
    engine: engine.name,
    unitOfWork,
    jobs: guardStore({ ...unitOfWork.stores.jobs, ...jobs.runner, ...jobs.administration }),
    notifications: { listen: (topic, listener) => notifications.listen(topic, listener) },
    migrate: async () => {
      await engine.untilOpen();
      return migrate(db);
    },
    start: () => jobs.start(),
    ping: async (signal) => {
      await sql`select 1`.execute(db, { signal });
    },
    close: () => (closed ??= close()),
  });
}

async function openEngine(location: DatabaseLocation, logger: Logger): Promise<Engine> {
  if ('databaseUrl' in location) return createPostgresEngine(location, logger);
  if ('dataDir' in location) return createDirectoryEngine(location.dataDir, logger);
  return createMemoryEngine(logger);
}
