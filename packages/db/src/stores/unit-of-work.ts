import type { JobQueue, UnitOfWork } from '@shipmate/domain';
import { toDatabaseError } from '../error/to-database-error.ts';
import type { Executor } from '../executor/executor.ts';
import { createStores } from './create-stores.ts';

/** Makes the unit of work of a database; `jobsOf` gives the queue that writes through an executor. */
export function createUnitOfWork(db: Executor, jobsOf: (executor: Executor) => JobQueue): UnitOfWork {
  return {
    stores: createStores(db, jobsOf(db)),

    async transaction(work) {
      const failure: { thrown?: unknown } = {};
      try {
        return await db.transaction().execute(async (transaction) => {
          try {
            return await work(createStores(transaction, jobsOf(transaction)));
          } catch (thrown) {
            failure.thrown = thrown;
            throw thrown;
          }
        });
      } catch (thrown) {
        // What `work` threw is the caller's own; anything else came from the database, at begin or commit.
        throw thrown === failure.thrown ? thrown : toDatabaseError(thrown);
      }
    },
  };
}
