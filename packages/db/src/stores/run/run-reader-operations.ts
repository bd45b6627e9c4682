import { isId } from '@shipmate/domain';
import type { RunFigures, RunReaders } from '@shipmate/domain/run';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { toRun } from './run-row.ts';

/** Creates the operations of `RunStore` on readers and figures. */
export function createRunReaderOperations(executor: Executor): RunReaders & RunFigures {
  return {
    async countByState() {
      const rows = await executor
        .selectFrom('run')
        .select(['kind', 'status', (eb) => eb.fn.countAll<string>().as('count')])
        .where((eb) =>
          eb.or([
            eb('ended_at', 'is', null),
            // The index of runs whose events are kept, which includes all of the last hour.
            eb.and([eb('ended_at', '>', ago(3_600_000)), eb('events_deleted_at', 'is', null)]),
          ]),
        )
        .groupBy(['kind', 'status'])
        .orderBy('kind')
        .orderBy('status')
        .execute();
      return rows.map(({ kind, status, count }) => ({ kind, status, count: Number(count) }));
    },

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
        .where(sql<boolean>`read_at > ${ago(ms)}`)
        .executeTakeFirst();
      return row !== undefined;
    },

    async listUnread(ms) {
      const rows = await executor
        .selectFrom('run')
        .selectAll()
        .where('ended_at', 'is', null)
        .where('status', '=', 'waiting')
        .where('detached', '=', false)
        .where('stop_requested_at', 'is', null)
        .where(sql<boolean>`coalesce(read_at, created_at) <= ${ago(ms)}`)
        .execute();
      return rows.map(toRun);
    },
  };
}

/** Returns the time a number of milliseconds ago, by the database's clock. */
function ago(ms: number): RawBuilder<Date> {
  return sql<Date>`clock_timestamp() - make_interval(secs => ${ms / 1_000}::float8)`;
}
