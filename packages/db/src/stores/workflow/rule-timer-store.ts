import { nextTimeOf } from '@shipmate/domain/schedule';
import type { RuleDefinition, RuleTimerStore } from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { toRule } from './rule-row.ts';

/** Creates a {@link RuleTimerStore} on SQL. */
export function createRuleTimerStore(executor: Executor): RuleTimerStore {
  return {
    async takeDue({ except }) {
      const row = await executor
        .selectFrom('workflow_rule')
        .selectAll()
        .select(sql<Date>`clock_timestamp()`.as('now'))
        .where('next_start_at', '<=', sql<Date>`clock_timestamp()`)
        .$if(except.length > 0, (query) => query.where('id', 'not in', [...except]))
        .orderBy('next_start_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (row === undefined || row.next_start_at === null) return undefined;
      return { rule: toRule(row), due: row.next_start_at, now: row.now };
    },

    async settle(ruleId, next) {
      await executor.updateTable('workflow_rule').set({ next_start_at: next }).where('id', '=', ruleId).execute();
    },
  };
}

/** Returns the next time of a rule by the database's clock; null unless it is active and scheduled. @throws AppError as `nextTimeOf` */
export async function findNextStart(
  executor: Executor,
  { isActive, trigger, schedule }: RuleDefinition,
): Promise<Date | null> {
  if (!isActive || trigger !== 'scheduled' || schedule === undefined) return null;
  const { rows } = await sql<{ readonly now: Date }>`select clock_timestamp() as now`.execute(executor);
  return nextTimeOf(schedule, rows[0]?.now ?? new Date());
}
