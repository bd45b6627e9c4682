import { silentLogger } from '@shipmate/core';
import { inject } from 'vitest';
import type { Database, DatabaseResources } from '../create-database.ts';
import type { Engine } from '../engine/engine.ts';
import { openPglite } from '../engine/pglite/open-pglite.ts';
import { openPgliteThread } from '../engine/pglite/open-pglite-thread.ts';
import { pgliteExtensions } from '../engine/pglite/pglite-extensions.ts';
import type {} from './global-setup.ts';
import { clonePgliteTemplate } from './pglite-test-database.ts';
import { clonePostgresTemplate } from './postgres-test-database.ts';

/** A database that a test disposes of: `await using database = await createTestDatabase('pglite')`. */
export type TestDatabase = Database & AsyncDisposable;

/**
 * Creates a database for one test: migrated, empty, its queue started. `pglite` runs in the thread of the test, which is
 * cheaper; `embedded` is PGlite in a thread of its own, as a product without a server has it. `postgres` requires the
 * project's global setup, see `global-setup.ts`.
 */
export async function createTestDatabase(
  engine: Engine['name'] | 'embedded',
  resources: Partial<DatabaseResources> = {},
): Promise<TestDatabase> {
  const complete = { logger: silentLogger, ...resources };
  const database = await openDatabase(engine, complete);
  await database.start();
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

function openDatabase(engine: Engine['name'] | 'embedded', resources: DatabaseResources): Promise<Database> {
  switch (engine) {
    case 'pglite':
      return clonePgliteTemplate(resources, (settings) => openPglite({ ...settings, extensions: pgliteExtensions }));
    case 'embedded':
      return clonePgliteTemplate(resources, openPgliteThread);
    case 'postgres':
      return clonePostgresTemplate(inject('shipmatePostgresUrl'), resources);
  }
}
