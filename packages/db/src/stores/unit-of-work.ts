import type { UnitOfWork } from '@shipmate/domain';
import type { JobQueue } from '@shipmate/domain/job';
import type { StorageQuota } from '@shipmate/domain/storage';
import { toDatabaseError } from '../error/to-database-error.ts';
import type { Executor } from '../executor/executor.ts';
import { createStores } from './create-stores.ts';

/** Options for {@link createUnitOfWork}. */
export interface UnitOfWorkOptions {
  /** Returns the queue that writes through an executor. */
  readonly jobsOf: (executor: Executor) => JobQueue;
  readonly storageQuota: StorageQuota;
}

/** Creates the unit of work of a database. */
export function createUnitOfWork(db: Executor, { jobsOf, storageQuota }: UnitOfWorkOptions): UnitOfWork {
  return {
    stores: createStores(db, { jobs: jobsOf(db), storageQuota }),

    async transaction(work) {
      const failure: { thrown?: unknown } = {};
      try {
        return await db.transaction().execute(async (transaction) => {
          try {
            return await work(createStores(transaction, { jobs: jobsOf(transaction), storageQuota }));
          } catch (thrown) {
            failure.thrown = thrown;
            throw thrown;
          }
        });
      } catch (thrown) {
        // An error of `work` is passed through; any other came from the database, at begin or commit.
        throw thrown === failure.thrown ? thrown : toDatabaseError(thrown);
      }
    },
  };
}
