import { AppError, type Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { InboxWebhook } from '../inbox/inbox-webhook.ts';
import type { Stores } from '../persistence/stores.ts';
import { requireOwner } from './require-owner.ts';

/**
 * Sets the address that receives the events of the organization's inboxes, with a new secret. Call it in a transaction.
 *
 * @throws AppError `NOT_FOUND` to all but the owners, `VALIDATION_ERROR` for an address that is no URL or has a user or password.
 */
export async function saveInboxWebhook(
  { users, inboxWebhooks, audit }: Stores,
  principal: Principal,
  url: string,
): Promise<InboxWebhook> {
  await requireOwner(users, principal);
  const saved = await inboxWebhooks.save(principal, { id: newId(), url: parseAddress(url) });
  const details = { host: new URL(saved.url).host };
  await audit.append(principal, { kind: 'inbox_webhook_changed', subjectId: saved.id, details });
  return saved;
}

/** Removes the webhook with its deliveries. Call it in a transaction. @throws AppError `NOT_FOUND` to all but the owners. */
export async function removeInboxWebhook({ users, inboxWebhooks, audit }: Stores, principal: Principal): Promise<void> {
  await requireOwner(users, principal);
  const webhook = await inboxWebhooks.find(principal);
  await inboxWebhooks.remove(principal);
  await audit.append(principal, { kind: 'inbox_webhook_removed', subjectId: webhook?.id ?? null });
}

function parseAddress(text: string): string {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url && isHttp && url.username === '' && url.password === '') return url.href;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message:
      'url: must be an http or https URL without a user and a password, such as "https://bot.example.com/shipmate".',
    details: { field: 'url' },
  });
}
