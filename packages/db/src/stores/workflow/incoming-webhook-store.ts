import { toJsonText, type Principal } from '@shipmate/core';
import {
  type IncomingWebhookStore,
  readWebhookFields,
  toNameConflict,
  toWebhookEntityName,
} from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import type { Announce } from '../../notify/topic.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableJson } from '../storable-json.ts';
import { storableText } from '../storable-text.ts';
import { listWebhooks, toIncomingWebhook } from './incoming-webhook-rows.ts';

/** Creates an {@link IncomingWebhookStore} on SQL. */
export function createIncomingWebhookStore(executor: Executor, announce: Announce): IncomingWebhookStore {
  return {
    async create(principal, { id, name, description, fields }) {
      const row = await executor
        .insertInto('incoming_webhook')
        .values({
          id,
          ...ofOrganization(principal),
          name,
          description: storableText(description),
          fields: toJsonText(fields),
        })
        .onConflict((conflict) => conflict.constraint('incoming_webhook_name').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw toNameConflict(name);
      return toIncomingWebhook(row);
    },

    list: async (principal) => listWebhooks(executor, ofOrganization(principal).organization_id),

    async renewSecret(principal, webhookId) {
      requireId(webhookId, 'webhook');
      const row = await executor
        .updateTable('incoming_webhook')
        .set({ generation: sql<number>`generation + 1` })
        .where((eb) => eb.and({ ...ofOrganization(principal), id: webhookId }))
        .returningAll()
        .executeTakeFirst();
      return toIncomingWebhook(found(row, 'webhook'));
    },

    async remove(principal, webhookId) {
      requireId(webhookId, 'webhook');
      const row = await executor
        .deleteFrom('incoming_webhook')
        .where((eb) => eb.and({ ...ofOrganization(principal), id: webhookId }))
        .returning('id')
        .executeTakeFirst();
      found(row, 'webhook');
    },

    async find(webhookId) {
      requireId(webhookId, 'webhook');
      const row = await executor
        .selectFrom('incoming_webhook')
        .selectAll()
        .where('id', '=', webhookId)
        .executeTakeFirst();
      return row && toIncomingWebhook(row);
    },

    async receive(webhookId, { deliveryId, body: received }) {
      requireId(webhookId, 'webhook');
      const isNew = await inTransaction(executor, async (transaction) => {
        const webhook = await transaction
          .updateTable('incoming_webhook')
          .set({ last_delivery_at: sql<Date>`clock_timestamp()` })
          .where('id', '=', webhookId)
          .returningAll()
          .executeTakeFirst();
        const { organization_id: organizationId, name, fields } = found(webhook, 'webhook');
        const body = storableJson(received);
        const values = readWebhookFields({ fields: [...fields] }, body);
        const stored = await transaction
          .insertInto('webhook_delivery')
          .values({
            organization_id: organizationId,
            webhook_id: webhookId,
            delivery_id: storableText(deliveryId),
            field_values: toJsonText(values),
            body: toJsonText(body),
          })
          .onConflict((conflict) => conflict.constraint('webhook_delivery_once').doNothing())
          .returning(['id', 'delivery_id', 'created_at'])
          .executeTakeFirst();
        if (stored === undefined) return false;
        const row = { id: stored.id, delivery_id: stored.delivery_id, ...values, body };
        await transaction
          .insertInto('workflow_event')
          .values({
            organization_id: organizationId,
            entity: toWebhookEntityName(name),
            entity_key: stored.id,
            trigger: 'on_create',
            row: toJsonText({ ...row, created_at: stored.created_at.toISOString() }),
          })
          .execute();
        return true;
      });
      if (isNew) announce('rule_events');
      return isNew;
    },

    async deleteOldDeliveries({ olderThanDays, limit }) {
      const { rows } = await sql`
        delete from webhook_delivery where id in (
          select id from webhook_delivery
          where created_at < clock_timestamp() - make_interval(days => ${olderThanDays}::integer)
          order by created_at limit ${limit}::integer for update skip locked
        ) returning id`.execute(executor);
      return rows.length;
    },
  };
}

/** Webhooks belong to no workspace, so a credential for one sees none. */
function ofOrganization(principal: Principal) {
  requireId(principal.userId, 'user');
  if (principal.scope?.workspaceId !== undefined) throw notFound('webhook');
  return inOrganization(principal);
}
