import { AppError, type Principal, toJsonText } from '@shipmate/core';
import {
  type ClaimedDelivery,
  type InboxDelivery,
  type InboxEvent,
  type InboxWebhook,
  type InboxWebhookStore,
  toInboxOutcome,
} from '@shipmate/domain/inbox';
import { type Selectable, sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import { type Executor, inTransaction } from '../../executor/executor.ts';
import type { Announce } from '../../notify/topic.ts';
import type { InboxDeliveryTable, InboxWebhookTable } from '../../schema/inbox-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';

const maxListed = 50;
const now = sql<Date>`clock_timestamp()`;

/** Creates an {@link InboxWebhookStore} on SQL. */
export function createInboxWebhookStore(executor: Executor, announce: Announce): InboxWebhookStore {
  return { ...createOwnWebhook(executor, announce), ...createDeliveries(executor) };
}

function createOwnWebhook(
  executor: Executor,
  announce: Announce,
): Pick<InboxWebhookStore, 'find' | 'save' | 'remove' | 'test' | 'notify' | 'listDeliveries' | 'requeue'> {
  async function store(principal: Principal, type: 'inbox.test' | 'notification.created', data?: object) {
    const { organization_id: organizationId } = inWholeOrganization(principal);
    const { rows } = await sql`
      insert into inbox_delivery (organization_id, type, body)
      select organization_id, ${type}::text, case when ${data !== undefined}::boolean then json_build_object(
        'type', ${type}::text, 'timestamp', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'data', ${toJsonText(data ?? null)}::json)::text end
      from inbox_webhook where organization_id = ${organizationId}
      returning id`.execute(executor);
    if (rows.length === 0) throw notFound('webhook');
    announce('inbox_events');
  }

  return {
    async find(principal) {
      const row = await executor
        .selectFrom('inbox_webhook')
        .selectAll()
        .where((eb) => eb.and(inWholeOrganization(principal)))
        .executeTakeFirst();
      return row && toWebhook(row);
    },

    async save(principal, { id, url }) {
      const row = await executor
        .insertInto('inbox_webhook')
        .values({ ...inWholeOrganization(principal), id, url: storableText(url) })
        .onConflict((conflict) =>
          conflict.column('organization_id').doUpdateSet({ id, url: storableText(url), created_at: now }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return toWebhook(row);
    },

    async remove(principal) {
      const row = await executor
        .deleteFrom('inbox_webhook')
        .where((eb) => eb.and(inWholeOrganization(principal)))
        .returning('id')
        .executeTakeFirst();
      found(row, 'webhook');
    },

    test: (principal) => store(principal, 'inbox.test'),
    notify: (principal, data) => store(principal, 'notification.created', data),

    async listDeliveries(principal) {
      const rows = await executor
        .selectFrom('inbox_delivery')
        .selectAll()
        .where((eb) => eb.and(inWholeOrganization(principal)))
        .orderBy('sequence', 'desc')
        .limit(maxListed)
        .execute();
      return rows.map(toDelivery);
    },

    async requeue(principal, deliveryId) {
      requireId(deliveryId, 'delivery');
      const row = await executor
        .updateTable('inbox_delivery')
        .set({ status: 'pending', attempts: 0, due_at: now, ended_at: null })
        .where((eb) => eb.and({ ...inWholeOrganization(principal), id: deliveryId, status: 'dead' }))
        .returning('id')
        .executeTakeFirst();
      found(row, 'delivery');
      announce('inbox_events');
    },
  };
}

function createDeliveries(
  executor: Executor,
): Pick<InboxWebhookStore, 'claim' | 'keepBody' | 'end' | 'drop' | 'deleteEnded'> {
  /** Ends or postpones a delivery of the process that has claimed its webhook. */
  async function settle({ event }: ClaimedDelivery, columns: object): Promise<void> {
    await inTransaction(executor, async (transaction) => {
      await transaction
        .updateTable('inbox_delivery')
        .set(columns)
        .where('id', '=', event.id)
        .where('status', '=', 'pending')
        .execute();
      await transaction
        .updateTable('inbox_webhook')
        .set({ claimed_until: null })
        .where('organization_id', '=', event.organizationId)
        .execute();
    });
  }

  return {
    async claim({ seconds }) {
      if (!(await hasDue(executor))) return undefined;
      return inTransaction(executor, async (transaction) => {
        const { rows } = await sql<Selectable<InboxWebhookTable>>`
          update inbox_webhook set claimed_until = clock_timestamp() + make_interval(secs => ${seconds}::float8)
          where organization_id = (
            select organization_id from inbox_webhook
            where (claimed_until is null or claimed_until <= clock_timestamp()) and exists (
              select from inbox_delivery
              where inbox_delivery.organization_id = inbox_webhook.organization_id and status = 'pending'
                and due_at <= clock_timestamp())
            limit 1 for update skip locked)
          returning *`.execute(transaction);
        const [webhook] = rows;
        if (!webhook) return undefined;
        const row = await transaction
          .updateTable('inbox_delivery')
          .set({ attempts: sql<number>`attempts + 1` })
          .where('id', '=', (eb) =>
            eb
              .selectFrom('inbox_delivery')
              .select('id')
              .where('organization_id', '=', webhook.organization_id)
              .where('status', '=', 'pending')
              .where('due_at', '<=', now)
              .orderBy('sequence')
              .limit(1),
          )
          .returningAll()
          .executeTakeFirst();
        return row && { event: toEvent(row), webhook: toWebhook(webhook), attempt: row.attempts, body: row.body };
      });
    },

    async keepBody(deliveryId, body) {
      await executor
        .updateTable('inbox_delivery')
        .set({ body: storableText(body) })
        .where('id', '=', deliveryId)
        .execute();
    },

    async end(delivery, { responseStatus, error, retryInSeconds }) {
      const answer = { response_status: responseStatus, error: storableText(error) };
      if (error === null) return settle(delivery, { ...answer, status: 'delivered', ended_at: now });
      if (retryInSeconds === null) return settle(delivery, { ...answer, status: 'dead', ended_at: now });
      const dueAt = sql<Date>`clock_timestamp() + make_interval(secs => ${retryInSeconds}::float8)`;
      return settle(delivery, { ...answer, due_at: dueAt });
    },

    drop: (delivery) => settle(delivery, { status: 'dropped', ended_at: now }),

    async deleteEnded({ days }) {
      const { numDeletedRows } = await executor
        .deleteFrom('inbox_delivery')
        .where('ended_at', '<', sql<Date>`clock_timestamp() - make_interval(days => ${days}::int)`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Tests whether a delivery is due, so that a check without one needs no transaction. */
async function hasDue(executor: Executor): Promise<boolean> {
  const row = await executor
    .selectFrom('inbox_delivery')
    .select('id')
    .where('status', '=', 'pending')
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A credential for one workspace or run sees nothing of the webhook. */
function inWholeOrganization(principal: Principal) {
  if (principal.scope) throw notFound('webhook');
  return inOrganization(principal);
}

function toWebhook(row: Selectable<InboxWebhookTable>): InboxWebhook {
  return { id: row.id, organizationId: row.organization_id, url: row.url, createdAt: row.created_at };
}

function toEvent(row: Selectable<InboxDeliveryTable>): InboxEvent {
  const { kind, item_id: id, user_id: userId, item_status: status } = row;
  const item = kind !== null && id !== null && userId !== null ? { kind, id, userId } : null;
  if (item === null && row.type.startsWith('inbox.item.')) {
    throw new AppError({ code: 'INTERNAL_ERROR', message: 'An event of the inbox names no item.' });
  }
  const isDecided = row.type === 'inbox.item.decided' && item !== null;
  return {
    id: row.id,
    organizationId: row.organization_id,
    type: row.type,
    item,
    outcome: isDecided ? toInboxOutcome(item.kind, status ?? '') : null,
    createdAt: row.created_at,
  };
}

function toDelivery(row: Selectable<InboxDeliveryTable>): InboxDelivery {
  return {
    ...toEvent(row),
    status: row.status,
    attempts: row.attempts,
    dueAt: row.status === 'pending' ? row.due_at : null,
    responseStatus: row.response_status,
    error: row.error,
    endedAt: row.ended_at,
  };
}
