import { toJsonText } from '@shipmate/core';
import { isId, type RunStore } from '@shipmate/domain';
import { sql } from 'kysely';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { requireId } from '../../tenancy/tenancy.ts';

/** The highest number that the column holds; a reader may ask for what comes after any. */
const maxSequence = 2_147_483_647;

/** The part of {@link RunStore} that is about a run's log. */
export function createRunEventOperations(executor: Executor): Pick<RunStore, 'appendEvents' | 'listEvents'> {
  return {
    /** One statement: the run's row gives out the sequences, so there is no gap even if two writers were to meet. */
    async appendEvents(runId, events) {
      requireId(runId, 'run');
      const { rows } = await sql<{ last_sequence: number }>`
        with appended as (
          update run set last_sequence = last_sequence + ${events.length}::integer
          where id = ${runId}::uuid
          returning id, last_sequence
        ), inserted as (
          insert into run_event (run_id, sequence, event)
          select appended.id, appended.last_sequence - ${events.length}::integer + entry.position, entry.event
          from appended, json_array_elements(${toJsonText(events)}::json) with ordinality as entry (event, position)
        )
        select last_sequence from appended`.execute(executor);
      return found(rows[0], 'run').last_sequence;
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
  };
}
