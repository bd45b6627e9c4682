import { isId, type RunReaders } from '@shipmate/domain';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';

/** The part of `RunStore` that is about who reads a run. */
export function createRunReaderOperations(executor: Executor): RunReaders {
  return {
    async noteReaders(runIds) {
      if (runIds.length === 0) return;
      await executor
        .updateTable('run')
        .set({ read_at: sql<Date>`clock_timestamp()` })
        .where('id', 'in', runIds)
        .execute();
    },

    async wasReadWithin(runId, ms) {
      if (!isId(runId)) return false;
      const row = await executor
        .selectFrom('run')
        .select('id')
        .where('id', '=', runId)
        .where(sql<boolean>`read_at > clock_timestamp() - make_interval(secs => ${ms / 1_000}::float8)`)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
