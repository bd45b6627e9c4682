import { AppError, toJsonText, type Principal } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { Rule, RuleDefinition, RuleStore } from '@shipmate/domain/workflow';
import { sql, type Selectable } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { Announce } from '../../notify/topic.ts';
import type { WorkflowRuleTable } from '../../schema/workflow-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { protectDefinition } from './secret/protect-secrets.ts';
import { listSecretIds, removeUnusedSecrets } from './secret/remove-unused-secrets.ts';
import { findNextStart } from './rule-timer-store.ts';
import { toRule } from './rule-row.ts';

/** Rules that one statement reads. */
const pageSize = 100;
const maxRevisions = 100;

/** Creates a {@link RuleStore} on SQL. */
export function createRuleStore(executor: Executor, announce: Announce): RuleStore {
  const select = (principal: Principal) =>
    executor
      .selectFrom('workflow_rule')
      .selectAll()
      .where((eb) => eb.and(ofOrganization(principal)));

  async function get(principal: Principal, ruleId: string): Promise<Rule> {
    requireId(ruleId, 'rule');
    return toRule(found(await select(principal).where('id', '=', ruleId).executeTakeFirst(), 'rule'));
  }

  /** Notifies the processes that start scheduled rules. */
  function announceStart({ next_start_at: nextStartAt }: Selectable<WorkflowRuleTable>): void {
    if (nextStartAt !== null) announce('rule_events');
  }

  async function addRevision({ id, revision, definition }: Selectable<WorkflowRuleTable>, principal: Principal) {
    await executor
      .insertInto('workflow_rule_revision')
      .values({ rule_id: id, revision, definition: toJsonText(definition), changed_by_user_id: principal.userId })
      .execute();
  }

  return {
    async create(principal, { id, definition: entered }) {
      const definition = await protectDefinition(executor, principal, entered);
      const nextStartAt = await findNextStart(executor, definition);
      const insert = (ruleId: string) =>
        executor
          .insertInto('workflow_rule')
          .values({
            ...ofOrganization(principal),
            ...toColumns(definition),
            next_start_at: nextStartAt,
            id: ruleId,
            owner_user_id: principal.userId,
            revision: 1,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returningAll()
          .executeTakeFirst();
      const own = select(principal).where('id', '=', id);
      let row = await insert(id);
      // The answer must not reveal that another organization has a rule with the id.
      if (!row && !(await own.executeTakeFirst())) row = await insert(newId());
      if (!row) throw new AppError({ code: 'CONFLICT', message: `The organization has a rule with the id "${id}".` });
      await addRevision(row, principal);
      announceStart(row);
      return toRule(row);
    },

    get,

    async findByName(principal, name) {
      const blanks = name.replaceAll(/[_-]/g, ' ');
      const row = await select(principal)
        .where((eb) =>
          eb(eb.fn<string>('lower', ['name']), 'in', [
            storableText(name).toLowerCase(),
            storableText(blanks).toLowerCase(),
          ]),
        )
        .orderBy((eb) => eb(eb.fn<string>('lower', ['name']), '=', storableText(name).toLowerCase()), 'desc')
        .executeTakeFirst();
      return row && toRule(row);
    },

    async list(principal) {
      const rules: Rule[] = [];
      for (let after: Selectable<WorkflowRuleTable> | undefined; ; ) {
        const rows: readonly Selectable<WorkflowRuleTable>[] = await select(principal)
          .$if(after !== undefined, (query) =>
            query.where(sql<boolean>`(name, id) > (${after?.name ?? ''}, ${after?.id}::uuid)`),
          )
          .orderBy('name')
          .orderBy('id')
          .limit(pageSize)
          .execute();
        rules.push(...rows.map(toRule));
        if (rows.length < pageSize) return rules;
        after = rows.at(-1);
      }
    },

    async listPage(principal, { offset, limit }) {
      const rows = await select(principal).orderBy('name').orderBy('id').limit(limit).offset(offset).execute();
      const { total } = await executor
        .selectFrom('workflow_rule')
        .select(sql<number>`count(*)::integer`.as('total'))
        .where((eb) => eb.and(ofOrganization(principal)))
        .executeTakeFirstOrThrow();
      return { rules: rows.map(toRule), total };
    },

    async listNames(principal) {
      const rows = await executor
        .selectFrom('workflow_rule')
        .select('name')
        .where((eb) => eb.and(ofOrganization(principal)))
        .orderBy('name')
        .execute();
      return rows.map(({ name }) => name);
    },

    async update(principal, ruleId, { definition: entered, baseRevision }) {
      await get(principal, ruleId);
      const definition = await protectDefinition(executor, principal, entered);
      const row = await executor
        .updateTable('workflow_rule')
        .set({
          ...toColumns(definition),
          next_start_at: await findNextStart(executor, definition),
          owner_user_id: principal.userId,
          revision: baseRevision + 1,
          updated_at: sql<Date>`clock_timestamp()`,
        })
        .where('id', '=', ruleId)
        .where('revision', '=', baseRevision)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      await addRevision(row, principal);
      announceStart(row);
      return toRule(row);
    },

    async remove(principal, ruleId) {
      await get(principal, ruleId);
      const revisions = await executor
        .selectFrom('workflow_rule_revision')
        .select('definition')
        .where('rule_id', '=', ruleId)
        .execute();
      await executor.deleteFrom('workflow_rule').where('id', '=', ruleId).execute();
      await removeUnusedSecrets(executor, principal, listSecretIds(revisions.map(({ definition }) => definition)));
    },

    async listRevisions(principal, ruleId) {
      await get(principal, ruleId);
      const rows = await executor
        .selectFrom('workflow_rule_revision')
        .selectAll()
        .where('rule_id', '=', ruleId)
        .orderBy('revision', 'desc')
        .limit(maxRevisions)
        .execute();
      return rows.map((row) => ({
        ruleId,
        revision: row.revision,
        definition: row.definition,
        changedByUserId: row.changed_by_user_id,
        createdAt: row.created_at,
      }));
    },
  };
}

/** Rules belong to no workspace, so a credential for one sees none. */
function ofOrganization(principal: Principal) {
  requireId(principal.userId, 'user');
  if (principal.scope?.workspaceId !== undefined) throw notFound('rule');
  return inOrganization(principal);
}

function toColumns(definition: RuleDefinition) {
  const { name, entity, trigger, isActive } = definition;
  return {
    name: storableText(name),
    entity: storableText(entity),
    trigger,
    is_active: isActive,
    definition: toJsonText(definition),
  };
}
