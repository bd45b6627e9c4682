import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import type { Database } from '@shipmate/db';
import { toPreparedStatements, toStorageQuota } from '@shipmate/db/environment';
import { createLogger } from '@shipmate/runtime';
import type { DatabaseEnvironment } from './env.ts';

/** The option of commands that act on a database. */
export const dataDirOption = {
  type: 'string',
  placeholder: '<path>',
  description: 'The data directory, used without DATABASE_URL.',
} as const;

/**
 * Opens and migrates the database for one command and closes it afterwards.
 *
 * @throws AppError `NOT_FOUND` when the data directory contains no database, which takes seconds to create and would be empty.
 */
export async function withDatabase(
  environment: DatabaseEnvironment,
  use: (database: Database) => Promise<void>,
): Promise<void> {
  const location = toDatabaseLocation(environment);
  if ('dataDir' in location && !containsDatabase(location.dataDir)) {
    throw new AppError({
      code: 'NOT_FOUND',
      message: `The data directory "${location.dataDir}" contains no database. Run "shipmate up" or "shipmate migrate --seed" once, or use another directory.`,
    });
  }
  await withNewDatabase(environment, use);
}

/** Like {@link withDatabase}, but creates the database when the data directory contains none. */
export async function withNewDatabase(
  environment: DatabaseEnvironment,
  use: (database: Database) => Promise<void>,
): Promise<void> {
  // A command that refuses its options does not import the database.
  const { createDatabase } = await import('@shipmate/db');
  const logger = createLogger({ name: 'shipmate', level: environment.LOG_LEVEL, destination: process.stderr });
  const database = await createDatabase(toDatabaseLocation(environment), {
    logger,
    storageQuota: toStorageQuota(environment),
  });
  try {
    await database.migrate();
    await use(database);
  } finally {
    await database.close();
  }
}

/** Returns the server that `DATABASE_URL` names, or else the embedded database in the data directory. */
export function toDatabaseLocation(
  environment: DatabaseEnvironment,
): { readonly databaseUrl: string; readonly preparedStatements: boolean } | { readonly dataDir: string } {
  const { DATABASE_URL: databaseUrl, SHIPMATE_DATA_DIR: dataDir } = environment;
  return databaseUrl === undefined
    ? { dataDir }
    : { databaseUrl, preparedStatements: toPreparedStatements(environment) };
}

/** Tests whether a data directory contains a database of the embedded server. */
export function containsDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'PG_VERSION'));
}
