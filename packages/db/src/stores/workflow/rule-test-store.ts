import { AppError, type JsonValue, type Principal, toJsonText } from '@shipmate/core';
import { type RuleTest, ruleTestLimits, type RuleTestStore } from '@shipmate/domain/workflow';
import { type Selectable, sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { RuleTestTable } from '../../schema/rule-noise-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';

/** Creates a {@link RuleTestStore} on SQL. */
export function createRuleTestStore(executor: Executor): RuleTestStore {
  async function requireRule(principal: Principal, ruleId: string): Promise<void> {
    requireId(ruleId, 'rule');
    requireId(principal.userId, 'user');
    if (principal.scope?.workspaceId !== undefined) throw notFound('rule');
    const row = await executor
      .selectFrom('workflow_rule')
      .select('id')
      .where((eb) => eb.and({ ...inOrganization(principal), id: ruleId }))
      .executeTakeFirst();
    found(row, 'rule');
  }

  return {
    async create(principal, { id, ruleId, name, events, mocks, expected }) {
      await requireRule(principal, ruleId);
      const { rows } = await sql<Selectable<RuleTestTable>>`
        insert into rule_test (id, organization_id, rule_id, name, events, mocks, expected, created_by_user_id)
        select ${id}::uuid, ${inOrganization(principal).organization_id}::uuid, ${ruleId}::uuid, ${storableText(name)}::text,
          ${toJsonText(toStored(events))}::json, ${toJsonText(mocks)}::json, ${toJsonText(expected)}::json, ${principal.userId}::uuid
        where (select count(*) from rule_test where rule_id = ${ruleId}::uuid) < ${ruleTestLimits.testsOfRule}
        on conflict on constraint rule_test_name do nothing
        returning *`.execute(executor);
      const [row] = rows;
      if (row) return toRuleTest(row);
      throw new AppError({
        code: 'CONFLICT',
        message: `The rule has a test "${name}", or ${ruleTestLimits.testsOfRule} tests. Choose another name, or remove a test.`,
        details: { field: 'name' },
      });
    },

    async list(principal, ruleId) {
      await requireRule(principal, ruleId);
      const rows = await executor
        .selectFrom('rule_test')
        .selectAll()
        .where('rule_id', '=', ruleId)
        .orderBy('name')
        .execute();
      return rows.map(toRuleTest);
    },

    async remove(principal, { id, ruleId }) {
      await requireRule(principal, ruleId);
      requireId(id, 'test');
      const row = await executor
        .deleteFrom('rule_test')
        .where('id', '=', id)
        .where('rule_id', '=', ruleId)
        .returning('id')
        .executeTakeFirst();
      found(row, 'test');
    },
  };
}

function toStored(events: RuleTest['events']): JsonValue {
  return events.map(({ at, row, before, entityKey }) => ({ row, before, entityKey, at: at.toISOString() }));
}

function toRuleTest(row: Selectable<RuleTestTable>): RuleTest {
  return {
    id: row.id,
    ruleId: row.rule_id,
    name: row.name,
    events: row.events.map(({ at, ...event }) => ({ ...event, at: new Date(at) })),
    mocks: row.mocks,
    expected: row.expected,
    createdByUserId: row.created_by_user_id,
    createdAt: row.created_at,
  };
}
