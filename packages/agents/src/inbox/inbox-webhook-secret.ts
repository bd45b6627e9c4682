import { createHmac } from 'node:crypto';
import type { UnitOfWork } from '@shipmate/domain';
import type { InboxWebhook } from '@shipmate/domain/inbox';

/**
 * Returns the secret of a webhook, `whsec_` and 32 bytes in base64, which signs its requests. It is derived from the secret of
 * the installation and the id of the webhook, and stored nowhere.
 */
export async function inboxWebhookSecretOf(unitOfWork: UnitOfWork, { id }: Pick<InboxWebhook, 'id'>): Promise<string> {
  const secret = await unitOfWork.stores.secrets.getOrCreate('inbox_webhooks');
  return `whsec_${createHmac('sha256', secret).update(id).digest('base64')}`;
}
