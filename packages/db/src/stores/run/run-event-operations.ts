import { isId } from '@shipmate/domain';
import type { RunStore } from '@shipmate/domain/run';
import { sql } from 'kysely';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import type { Announce } from '../../notify/topic.ts';
import { countRest } from '../spend/count-rest.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { appendToRun } from './append-to-run.ts';
import { belongsTo, noLease, whyNot } from './run-lease-columns.ts';
import { fromUsage } from './run-row.ts';

/** The highest number of the column; a reader may ask for events after any number. */
const maxSequence = 2_147_483_647;

/** Creates the operations of {@link RunStore} on a run's event log and its end. */
export function createRunEventOperations(
  executor: Executor,
  announce: Announce,
): Pick<RunStore, 'appendEvents' | 'end' | 'listEvents' | 'findLogHead' | 'deleteOldEvents'> {
  return {
    async appendEvents(writer, events, progress) {
      const lastSequence = await appendToRun(executor, writer, { events, ...progress });
      if (events.length > 0) announce(`events ${writer.runId}`);
      return lastSequence;
    },

    async end(writer, { status, stopReason, usage, costUsd = null, errorCode, errorMessage, model = null }) {
      requireId(writer.runId, 'run');
      await inTransaction(executor, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('run')
          .set((eb) => ({
            ...noLease,
            ...fromUsage(usage),
            status,
            stop_reason: stopReason,
            cost_usd: costUsd,
            error_code: errorCode,
            error_message: storableText(errorMessage),
            ended_at: sql<Date>`clock_timestamp()`,
            ...(model !== null && { model: eb.fn.coalesce('model', eb.val(model)) }),
          }))
          .where(belongsTo(writer))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw await whyNot(transaction, writer);
        await countRest(transaction, writer.runId);
      });
    },

    async listEvents(runId, { after, limit }) {
      if (!isId(runId)) return [];
      const rows = await executor
        .selectFrom('run_event')
        .selectAll()
        .where('run_id', '=', runId)
        .where('sequence', '>', Math.min(after, maxSequence))
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        runId: row.run_id,
        sequence: row.sequence,
        event: row.event,
        createdAt: row.created_at,
      }));
    },

    async findLogHead(runId) {
      if (!isId(runId)) return undefined;
      const row = await executor
        .selectFrom('run')
        .select(['last_sequence', 'ended_at', 'events_deleted_at'])
        .where('id', '=', runId)
        .executeTakeFirst();
      return (
        row && {
          lastSequence: row.last_sequence,
          isComplete: row.ended_at !== null,
          isDeleted: row.events_deleted_at !== null,
        }
      );
    },

    async deleteOldEvents({ olderThanDays, limit }) {
      const { rows } = await sql`
        with old as (
          select id from run
          where events_deleted_at is null and ended_at <= clock_timestamp() - make_interval(days => ${olderThanDays}::integer)
          order by ended_at limit ${limit}::integer for update skip locked
        ), deleted as (
          delete from run_event where run_id in (select id from old)
        )
        update run set events_deleted_at = now() where id in (select id from old) returning id`.execute(executor);
      return rows.length;
    },
  };
}
