import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** The connection of a store: the whole database, or one transaction. */
export type Executor = Kysely<Schema>;

/** Runs several statements atomically: in the open transaction, or in a new one. */
export async function inTransaction<Result>(
  executor: Executor,
  work: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  return executor.isTransaction ? work(executor) : executor.transaction().execute(work);
}
