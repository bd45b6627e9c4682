import type { IncomingWebhook } from '@shipmate/domain/workflow';
import type { Selectable } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { IncomingWebhookTable } from '../../schema/platform-tables.ts';

const maxListed = 100;

/** Lists the webhooks of an organization by name. */
export async function listWebhooks(executor: Executor, organizationId: string): Promise<readonly IncomingWebhook[]> {
  const rows = await executor
    .selectFrom('incoming_webhook')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .limit(maxListed)
    .execute();
  return rows.map(toIncomingWebhook);
}

/** Finds a webhook of an organization. */
export async function findWebhookByName(
  executor: Executor,
  organizationId: string,
  name: string,
): Promise<IncomingWebhook | undefined> {
  const row = await executor
    .selectFrom('incoming_webhook')
    .selectAll()
    .where((eb) => eb.and({ organization_id: organizationId, name }))
    .executeTakeFirst();
  return row && toIncomingWebhook(row);
}

/** Converts a row of the table to a webhook. */
export function toIncomingWebhook(row: Selectable<IncomingWebhookTable>): IncomingWebhook {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    fields: [...row.fields],
    generation: row.generation,
    createdAt: row.created_at,
    lastDeliveryAt: row.last_delivery_at,
  };
}
