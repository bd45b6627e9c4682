import { silentLogger } from '@shipmate/core';
import { inject } from 'vitest';
import { type Database, type DatabaseResources, toDatabase } from '../create-database.ts';
import type { Engine } from '../engine/engine.ts';
import { toPgliteEngine } from '../engine/pglite/pglite-engine.ts';
import type {} from './global-setup.ts';
import { borrowPglite, openTestPgliteThread } from './pglite-test-database.ts';
import { clonePostgresTemplate } from './postgres-test-database.ts';

/** A database that a test disposes of: `await using database = await createTestDatabase('pglite')`. */
export type TestDatabase = Database & AsyncDisposable;

/**
 * Creates a database for one test: migrated, empty, its queue started. `pglite` runs in the thread of the test, which is
 * cheaper, and tests of one process use it one after the other; `embedded` is PGlite in a thread of its own, as a product
 * without a server has it. `postgres` requires the project's global setup, see `global-setup.ts`; a process that a test starts is
 * given the `adminUrl` that the setup provides.
 */
export async function createTestDatabase(
  engine: Engine['name'] | 'embedded',
  { adminUrl, ...resources }: Partial<DatabaseResources> & { readonly adminUrl?: string | undefined } = {},
): Promise<TestDatabase> {
  const database = await openDatabase(engine, { logger: silentLogger, ...resources }, adminUrl);
  await database.start();
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

async function openDatabase(
  engine: Engine['name'] | 'embedded',
  resources: DatabaseResources,
  adminUrl: string | undefined,
): Promise<Database> {
  switch (engine) {
    case 'pglite':
      return toDatabase(toPgliteEngine(await borrowPglite()), resources);
    case 'embedded':
      return toDatabase(toPgliteEngine(await openTestPgliteThread()), resources);
    case 'postgres':
      return clonePostgresTemplate(adminUrl ?? inject('shipmatePostgresUrl'), resources);
  }
}
