import { type Principal, toJsonText } from '@shipmate/core';
import { maxEventAttempts, type RuleEvent, type RuleEventStore } from '@shipmate/domain/workflow';
import { type Selectable, sql } from 'kysely';
import { notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { Announce } from '../../notify/topic.ts';
import type { WorkflowEventTable } from '../../schema/rule-execution-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { type EventFields, registeredFields, toEventRow } from './rows/event-row.ts';
import { type RuleSetCache, toRuleSetKey } from './rule-set-cache.ts';

/** An event as stored. */
type EventRow = Selectable<WorkflowEventTable> & EventFields;

/** Options for {@link createRuleEventStore}. */
interface RuleEventStoreOptions {
  readonly announce: Announce;
  readonly ruleSets: RuleSetCache;
}

/** Creates a {@link RuleEventStore} on SQL. */
export function createRuleEventStore(
  executor: Executor,
  { announce, ruleSets }: RuleEventStoreOptions,
): RuleEventStore {
  return {
    async start(principal, { ruleId, trigger, entity, entityKey, row, isMatched = false }) {
      requireId(ruleId, 'rule');
      const { id } = await executor
        .insertInto('workflow_event')
        .values({
          ...inOrganization(principal),
          rule_id: ruleId,
          trigger,
          entity: storableText(entity),
          entity_key: storableText(entityKey),
          row: toJsonText(row),
          user_id: principal.userId,
          status: isMatched ? 'matched' : 'pending',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (!isMatched) announce('rule_events');
      return id;
    },

    async findDue() {
      const now = sql<Date>`clock_timestamp()`;
      const events = executor.selectFrom('workflow_event').where('status', '=', 'pending');
      const starts = executor.selectFrom('workflow_rule');
      const next = sql<Date | null>`least(
        ${events.select(({ fn }) => fn.min('due_at').as('at'))},
        ${starts.select(({ fn }) => fn.min('next_start_at').as('at'))}
      )`;
      const due = executor.selectNoFrom((builder) => [
        builder
          .exists(events.select('id').where('due_at', '<=', now))
          .$castTo<boolean>()
          .as('events'),
        builder
          .exists(starts.select('id').where('next_start_at', '<=', now))
          .$castTo<boolean>()
          .as('starts'),
      ]);
      // While something is due, the next time is not looked for in the backlog.
      const nextInMs = sql<number | null>`
        case when not events and not starts then (extract(epoch from ${next} - ${now}) * 1000)::float8 end`;
      return executor
        .with('due', () => due)
        .selectFrom('due')
        .select(['events', 'starts', nextInMs.as('nextInMs')])
        .executeTakeFirstOrThrow();
    },

    async take(limit) {
      const rows = await executor
        .selectFrom('workflow_event')
        .selectAll()
        .select(registeredFields('workflow_event'))
        .where('status', '=', 'pending')
        .where('due_at', '<=', sql<Date>`clock_timestamp()`)
        .orderBy('sequence')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute();
      const events = rows.map(toRuleEvent);
      const sets = await ruleSets.read(executor, events);
      return { events, findCandidates: (event) => sets.get(toRuleSetKey(event))?.findCandidates(event) ?? [] };
    },

    async settle(eventIds) {
      await executor
        .updateTable('workflow_event')
        .set({
          status: 'matched',
          error: null,
          is_kept: sql<boolean>`exists (select from rule_execution where event_id = workflow_event.id)
            or exists (select from rule_suppression where event_id = workflow_event.id and execution_id is not null)`,
        })
        .where(sql<boolean>`id = any(${eventIds}::uuid[])`)
        .execute();
    },

    async fail(eventId, { error, isFinal }) {
      const last = isFinal ? sql<boolean>`true` : sql<boolean>`attempts + 1 >= ${maxEventAttempts}`;
      await executor
        .updateTable('workflow_event')
        .set({
          attempts: sql<number>`attempts + 1`,
          status: sql<'dead'>`case when ${last} then 'dead' else status end`,
          due_at: sql<Date>`clock_timestamp() + make_interval(secs => 2 ^ attempts)`,
          error: storableText(error),
        })
        .where('id', '=', eventId)
        .where('status', '=', 'pending')
        .execute();
    },

    async listDead(principal, { offset, limit }) {
      const rows = await executor
        .selectFrom('workflow_event')
        .selectAll()
        .select(registeredFields('workflow_event'))
        .where((eb) => eb.and(deadOf(principal)))
        .orderBy('sequence', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const { total } = await executor
        .selectFrom('workflow_event')
        .select(sql<number>`count(*)::integer`.as('total'))
        .where((eb) => eb.and(deadOf(principal)))
        .executeTakeFirstOrThrow();
      return { events: rows.map((row) => ({ ...toRuleEvent(row), error: row.error ?? '' })), total };
    },

    async requeue(principal, eventId) {
      if (eventId !== undefined) requireId(eventId, 'event');
      const { numUpdatedRows } = await executor
        .updateTable('workflow_event')
        .set({ status: 'pending', attempts: 0, depth: 0, due_at: sql<Date>`clock_timestamp()` })
        .where((eb) => eb.and({ ...deadOf(principal), ...(eventId !== undefined && { id: eventId }) }))
        .executeTakeFirst();
      if (eventId !== undefined && numUpdatedRows === 0n) throw notFound('event');
      if (numUpdatedRows > 0n) announce('rule_events');
      return Number(numUpdatedRows);
    },

    async discard(principal, eventId) {
      requireId(eventId, 'event');
      const { numDeletedRows } = await executor
        .deleteFrom('workflow_event')
        .where((eb) => eb.and({ ...deadOf(principal), id: eventId }))
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound('event');
    },

    async deleteOld({ olderThanDays, limit }) {
      const { rows } = await sql`
        delete from workflow_event where id in (
          select id from workflow_event
          where status = 'matched' and not is_kept
            and created_at < clock_timestamp() - make_interval(days => ${olderThanDays}::integer)
            and not exists (select from rule_execution where event_id = workflow_event.id)
          order by created_at limit ${limit}::integer for update skip locked
        ) returning id`.execute(executor);
      return rows.length;
    },
  };
}

/** The dead events of an organization. They belong to no workspace, so a credential for one sees none. */
function deadOf(principal: Principal) {
  requireId(principal.userId, 'user');
  if (principal.scope?.workspaceId !== undefined) throw notFound('event');
  return { ...inOrganization(principal), status: 'dead' as const };
}

/** Converts a row of the table to an event. */
function toRuleEvent(row: EventRow): RuleEvent {
  return {
    id: row.id,
    organizationId: row.organization_id,
    entity: row.entity,
    entityKey: row.entity_key,
    trigger: row.trigger,
    row: toEventRow(row, row.row),
    before: row.before && toEventRow(row, row.before),
    ruleId: row.rule_id,
    userId: row.user_id,
    depth: row.depth,
    attempts: row.attempts,
    createdAt: row.created_at,
  };
}
