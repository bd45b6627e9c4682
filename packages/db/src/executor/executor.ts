import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** What a store queries through: the whole database, or one transaction. */
export type Executor = Kysely<Schema>;

/** Runs several statements as one: in the transaction that is open, or in one of their own. */
export async function inTransaction<Result>(
  executor: Executor,
  work: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  return executor.isTransaction ? work(executor) : executor.transaction().execute(work);
}
