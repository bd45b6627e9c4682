import { AppError } from '@shipmate/core';
import { Migrator } from 'kysely/migration';
import type { Executor } from '../executor/executor.ts';
import { migrations } from './migrations.ts';

/**
 * Runs all pending migrations or none, and returns their names.
 *
 * Processes that start together are serialized by an advisory lock; the later ones find no pending migrations.
 *
 * @throws AppError `DATABASE_ERROR`
 */
export async function migrate(db: Executor): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error');
    throw new AppError({
      code: 'DATABASE_ERROR',
      message: failed ? `The migration ${failed.migrationName} failed.` : 'The database could not be migrated.',
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
}
