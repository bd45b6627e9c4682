import { silentLogger } from '@shipmate/core';
import { inject } from 'vitest';
import type { Database, DatabaseResources } from '../create-database.ts';
import type { Engine } from '../engine/engine.ts';
import type {} from './global-setup.ts';
import { clonePgliteTemplate } from './pglite-test-database.ts';
import { clonePostgresTemplate } from './postgres-test-database.ts';

/** A database that a test disposes of: `await using database = await createTestDatabase('pglite')`. */
export type TestDatabase = Database & AsyncDisposable;

/**
 * Creates a database for one test: migrated, empty, its queue started. `postgres` requires the project's global setup,
 * see `global-setup.ts`.
 */
export async function createTestDatabase(
  engine: Engine['name'],
  resources: Partial<DatabaseResources> = {},
): Promise<TestDatabase> {
  const complete = { logger: silentLogger, ...resources };
  const database =
    engine === 'pglite'
      ? await clonePgliteTemplate(complete)
      : await clonePostgresTemplate(inject('shipmatePostgresUrl'), complete);
  await database.start();
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}
