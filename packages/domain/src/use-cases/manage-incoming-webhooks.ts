import type { Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import type { IncomingWebhook, NewIncomingWebhook } from '../workflow/entities/incoming-webhook.ts';
import { requireOwner } from './require-owner.ts';

/**
 * Creates a webhook whose deliveries are rows of an entity. Call it in a transaction.
 *
 * @throws AppError `NOT_FOUND` to all but the owners, `CONFLICT` for a name that exists
 */
export async function createIncomingWebhook(
  { users, incomingWebhooks, audit }: Stores,
  principal: Principal,
  declared: NewIncomingWebhook,
): Promise<IncomingWebhook> {
  await requireOwner(users, principal);
  const webhook = await incomingWebhooks.create(principal, { ...declared, id: newId() });
  const details = { name: webhook.name };
  await audit.append(principal, { kind: 'incoming_webhook_created', subjectId: webhook.id, details });
  return webhook;
}

/** Invalidates the secret of a webhook. Call it in a transaction. @throws AppError `NOT_FOUND`, also to all but the owners */
export async function renewWebhookSecret(
  { users, incomingWebhooks, audit }: Stores,
  principal: Principal,
  webhookId: string,
): Promise<IncomingWebhook> {
  await requireOwner(users, principal);
  const webhook = await incomingWebhooks.renewSecret(principal, webhookId);
  await audit.append(principal, { kind: 'incoming_webhook_secret_renewed', subjectId: webhookId });
  return webhook;
}

/** Removes a webhook with its deliveries. Call it in a transaction. @throws AppError `NOT_FOUND`, also to all but the owners */
export async function removeIncomingWebhook(
  { users, incomingWebhooks, audit }: Stores,
  principal: Principal,
  webhookId: string,
): Promise<void> {
  await requireOwner(users, principal);
  await incomingWebhooks.remove(principal, webhookId);
  await audit.append(principal, { kind: 'incoming_webhook_removed', subjectId: webhookId });
}
