import { AppError, type Principal, toJsonText } from '@shipmate/core';
import type { RuleNoiseStore, RuleSilence, SuppressedEvent, SuppressionCount } from '@shipmate/domain/workflow';
import { type Selectable, sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { RuleSilenceTable } from '../../schema/rule-noise-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { recallMemories, rememberMemories } from './noise-memories.ts';
import { registeredFields, toEventRow } from './rows/event-row.ts';

/** Silences of a rule at a time. */
const maxSilences = 100;

const hasNotEnded = sql<boolean>`ends_at > clock_timestamp() and removed_at is null`;

/** Creates a {@link RuleNoiseStore} on SQL. */
export function createRuleNoiseStore(executor: Executor): RuleNoiseStore {
  async function requireRule(principal: Principal, ruleId: string) {
    requireId(ruleId, 'rule');
    const row = await executor
      .selectFrom('workflow_rule')
      .select('id')
      .where((eb) => eb.and({ ...ofOrganization(principal), id: ruleId }))
      .executeTakeFirst();
    found(row, 'rule');
  }

  const selectSuppressed = (principal: Principal) =>
    executor
      .selectFrom('rule_suppression as suppression')
      .innerJoin('workflow_event as event', 'event.id', 'suppression.event_id')
      .select(['suppression.event_id', 'suppression.rule_id', 'suppression.revision', 'suppression.kind'])
      .select(['suppression.reason', 'suppression.execution_id'])
      .select(['event.entity', 'event.entity_key', 'event.trigger', 'event.row', 'event.created_at'])
      .select(registeredFields('event'))
      .where('suppression.organization_id', '=', ofOrganization(principal).organization_id);

  type SuppressedRow = Awaited<ReturnType<ReturnType<typeof selectSuppressed>['execute']>>[number];

  const toSuppressed = (row: SuppressedRow): SuppressedEvent => ({
    eventId: row.event_id,
    ruleId: row.rule_id,
    revision: row.revision,
    kind: row.kind,
    reason: row.reason,
    executionId: row.execution_id,
    entity: row.entity,
    entityKey: row.entity_key,
    trigger: row.trigger,
    row: toEventRow(row, row.row),
    createdAt: row.created_at,
  });

  return {
    recall: (slots) => recallMemories(executor, slots),
    remember: (memories) => rememberMemories(executor, memories),

    async suppress(suppressions) {
      // An execution that was deleted meanwhile leaves the suppression without one.
      await sql`
        insert into rule_suppression (event_id, rule_id, organization_id, revision, kind, reason, execution_id)
        select given.event_id, given.rule_id, event.organization_id, given.revision, given.kind, given.reason, execution.id
        from unnest(
          ${suppressions.map(({ eventId }) => eventId)}::uuid[], ${suppressions.map(({ ruleId }) => ruleId)}::uuid[],
          ${suppressions.map(({ revision }) => revision)}::integer[], ${suppressions.map(({ kind }) => kind)}::text[],
          ${suppressions.map(({ reason }) => storableText(reason))}::text[],
          ${suppressions.map(({ executionId }) => executionId)}::uuid[]
        ) with ordinality as given (event_id, rule_id, revision, kind, reason, execution_id, place)
        join workflow_event as event on event.id = given.event_id
        left join rule_execution as execution on execution.id = given.execution_id
        order by given.place
        on conflict (event_id, rule_id) do nothing`.execute(executor);
    },

    async listSilencesOf(ruleIds) {
      const rows = await executor
        .selectFrom('rule_silence')
        .selectAll()
        .where('rule_id', 'in', [...ruleIds])
        .where('ends_at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
        .orderBy('id')
        .execute();
      return rows.map(toSilence);
    },

    async findOwned(ruleIds) {
      const rows = await executor
        .selectFrom('workflow_rule as rule')
        .innerJoin('member', (join) =>
          join
            .onRef('member.organization_id', '=', 'rule.organization_id')
            .onRef('member.user_id', '=', 'rule.owner_user_id'),
        )
        .select('rule.id')
        .where('rule.id', 'in', [...ruleIds])
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    async listSuppressed(principal, ruleId, { offset, limit }) {
      await requireRule(principal, ruleId);
      const rows = await selectSuppressed(principal)
        .where('suppression.rule_id', '=', ruleId)
        .orderBy('suppression.sequence', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(toSuppressed);
    },

    async countSuppressed(principal, executionIds): Promise<readonly SuppressionCount[]> {
      if (executionIds.length === 0) return [];
      const rows = await executor
        .selectFrom('rule_suppression')
        .select(['execution_id', 'kind', sql<number>`count(*)::integer`.as('count')])
        .where('organization_id', '=', ofOrganization(principal).organization_id)
        .where('execution_id', 'in', [...executionIds])
        .groupBy(['execution_id', 'kind'])
        .execute();
      return rows.map(({ execution_id: executionId, kind, count }) => ({
        executionId: executionId ?? '',
        kind,
        count,
      }));
    },

    async listGroup(principal, executionId, limit) {
      requireId(executionId, 'execution');
      const rows = await selectSuppressed(principal)
        .where('suppression.execution_id', '=', executionId)
        .where('suppression.kind', '=', 'group')
        .orderBy('suppression.sequence')
        .limit(limit)
        .execute();
      return rows.map(toSuppressed);
    },

    async addSilence(principal, { id, ruleId, match, reason, until }) {
      await requireRule(principal, ruleId);
      const { rows } = await sql<Selectable<RuleSilenceTable>>`
        insert into rule_silence (id, organization_id, rule_id, match, reason, created_by_user_id, ends_at)
        select ${id}::uuid, ${ofOrganization(principal).organization_id}::uuid, ${ruleId}::uuid, ${toJsonText(match)}::json,
          ${storableText(reason)}::text, ${principal.userId}::uuid, ${until.toISOString()}::timestamptz
        where ${until.toISOString()}::timestamptz > clock_timestamp()
          and (select count(*) from rule_silence where rule_id = ${ruleId}::uuid and ${hasNotEnded}) < ${maxSilences}
        returning *`.execute(executor);
      const [row] = rows;
      if (row) return toSilence(row);
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: `until: The time is over, or the rule has ${maxSilences} silences. Choose a later time, or remove a silence.`,
        details: { field: 'until' },
      });
    },

    async listSilences(principal, ruleId) {
      await requireRule(principal, ruleId);
      const rows = await executor
        .selectFrom('rule_silence')
        .selectAll()
        .where('rule_id', '=', ruleId)
        .where(hasNotEnded)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toSilence);
    },

    async removeSilence(principal, { id, ruleId }) {
      await requireRule(principal, ruleId);
      requireId(id, 'silence');
      const row = await executor
        .updateTable('rule_silence')
        .set({ removed_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .where('rule_id', '=', ruleId)
        .where(hasNotEnded)
        .returningAll()
        .executeTakeFirst();
      return toSilence(found(row, 'silence'));
    },
  };
}

/** Rules belong to no workspace, so a credential for one sees none. */
function ofOrganization(principal: Principal) {
  requireId(principal.userId, 'user');
  if (principal.scope?.workspaceId !== undefined) throw notFound('rule');
  return inOrganization(principal);
}

function toSilence(row: Selectable<RuleSilenceTable>): RuleSilence {
  return {
    id: row.id,
    ruleId: row.rule_id,
    match: row.match,
    reason: row.reason,
    createdByUserId: row.created_by_user_id,
    createdAt: row.created_at,
    until: row.ends_at,
    removedAt: row.removed_at,
  };
}
