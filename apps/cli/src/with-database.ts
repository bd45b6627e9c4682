import { createDatabase, type Database } from '@shipmate/db';
import { createLogger, toStorageQuota } from '@shipmate/runtime';
import type { CliEnvironment } from './env.ts';

/** Opens and migrates the database for one command and closes it afterwards. */
export async function withDatabase(
  environment: CliEnvironment,
  use: (database: Database) => Promise<void>,
): Promise<void> {
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
  environment: CliEnvironment,
): { readonly databaseUrl: string } | { readonly dataDir: string } {
  const { DATABASE_URL: databaseUrl, SHIPMATE_DATA_DIR: dataDir } = environment;
  return databaseUrl === undefined ? { dataDir } : { databaseUrl };
}
