import { AppError, type Principal } from '@shipmate/core';
import { nearestNames } from '@shipmate/domain/search';
import {
  builtInEntities,
  type EntityType,
  type IncomingWebhook,
  toWebhookEntity,
  toWebhookEntityName,
} from '@shipmate/domain/workflow';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../executor/executor.ts';
import { inOrganization } from '../../../tenancy/tenancy.ts';
import { findWebhookByName, listWebhooks } from '../incoming-webhook-rows.ts';
import { findRegisteredEntity, listRegisteredEntities } from './registered-entities.ts';
import { toSqlType } from './row-conditions.ts';

/** An entity with the table, view or query of its rows, which have the column `organization_id`. */
export interface StoredEntity extends EntityType {
  readonly source: RawBuilder<unknown>;
}

/** Lists the entities of an organization. */
export async function listStoredEntities(executor: Executor, principal: Principal): Promise<readonly EntityType[]> {
  if (principal.scope?.workspaceId !== undefined) return builtInEntities;
  const { organization_id: organizationId } = inOrganization(principal);
  const registered = await listRegisteredEntities(executor);
  const webhooks = await listWebhooks(executor, organizationId);
  return [...builtInEntities, ...registered, ...webhooks.map(toWebhookEntity)];
}

/** Finds an entity by name. @throws AppError `NOT_FOUND` with the nearest names */
export async function requireStoredEntity(
  executor: Executor,
  principal: Principal,
  name: string,
): Promise<StoredEntity> {
  const known = builtInEntities.find((each) => each.name === name);
  if (known) return { ...known, source: sql.table(known.name) };
  const registered = principal.scope?.workspaceId === undefined && (await findRegisteredEntity(executor, name));
  if (registered) return { ...registered, source: sql.table(registered.name) };
  const prefix = toWebhookEntityName('');
  if (name.startsWith(prefix) && principal.scope?.workspaceId === undefined) {
    const { organization_id: organizationId } = inOrganization(principal);
    const webhook = await findWebhookByName(executor, organizationId, name.slice(prefix.length));
    if (webhook) return { ...toWebhookEntity(webhook), source: toDeliveries(webhook) };
  }
  const names = (await listStoredEntities(executor, principal)).map((each) => each.name);
  const near = nearestNames(name, names);
  throw new AppError({
    code: 'NOT_FOUND',
    message: `Entity "${name.slice(0, 100)}" not found. ${near.length > 0 ? 'Nearest' : 'Entities'}: ${(near.length > 0 ? near : names).join(', ')}.`,
  });
}

/** Deliveries of a webhook with a column for each of its fields. */
function toDeliveries({ id, fields }: IncomingWebhook): RawBuilder<unknown> {
  const columns = fields.map(({ name, type }) =>
    type === 'json'
      ? sql`, field_values -> ${sql.lit(name)} as ${sql.id(name)}`
      : sql`, (field_values ->> ${sql.lit(name)})::${sql.raw(toSqlType(type))} as ${sql.id(name)}`,
  );
  return sql`(
    select id, organization_id, delivery_id, body, created_at ${sql.join(columns, sql` `)}
    from webhook_delivery where webhook_id = ${id}::uuid
  )`;
}
