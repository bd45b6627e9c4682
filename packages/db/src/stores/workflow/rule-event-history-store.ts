import type { ReplayedEvent, RuleEventHistory } from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization } from '../../tenancy/tenancy.ts';
import { registeredFields, toEventRow } from './rows/event-row.ts';

/** Creates a {@link RuleEventHistory} on SQL. A page begins after the time and the sequence number of the event before it. */
export function createRuleEventHistory(executor: Executor): RuleEventHistory {
  return {
    async list(principal, { entity, trigger, from, to, after, limit }) {
      if (principal.scope?.workspaceId !== undefined) return { events: [], next: null };
      const [time = from.toISOString(), sequence = '-1'] = after?.split('|') ?? [];
      const rows = await executor
        .selectFrom('workflow_event')
        .select(['id', 'entity', 'trigger', 'entity_key', 'row', 'before', 'user_id', 'created_at', 'sequence'])
        .select(registeredFields('workflow_event'))
        .select(sql<string>`created_at::text`.as('time'))
        .where((eb) => eb.and({ ...inOrganization(principal), entity, trigger }))
        .where(sql<boolean>`(created_at, sequence) > (${time}::timestamptz, ${sequence}::bigint)`)
        .where('created_at', '<', to)
        .where('rule_id', 'is', null)
        .orderBy('created_at')
        .orderBy('sequence')
        .limit(limit)
        .execute();
      const last = rows.at(-1);
      return {
        events: rows.map(
          (row): ReplayedEvent => ({
            id: row.id,
            entityKey: row.entity_key,
            row: toEventRow(row, row.row),
            before: row.before && toEventRow(row, row.before),
            userId: row.user_id,
            createdAt: row.created_at,
          }),
        ),
        next: last !== undefined && rows.length === limit ? `${last.time}|${last.sequence}` : null,
      };
    },
  };
}
