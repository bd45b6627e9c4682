import { inboxWebhookSecretOf } from '@shipmate/agents';
import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { InboxDelivery } from '@shipmate/domain/inbox';
import { removeInboxWebhook, requireOwner, saveInboxWebhook } from '@shipmate/domain/use-cases';
import {
  type InboxDeliveryView,
  inboxWebhookRequestSchema,
  type InboxWebhookResponse,
  inboxWebhookResponseSchema,
  type InboxWebhookSecret,
  inboxWebhookSecretSchema,
} from '@shipmate/protocol/web/inbox-webhook';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody } from '@shipmate/server';
import type { WebhookPort } from '@shipmate/tools';
import { Hono } from 'hono';

/** Options for {@link inboxWebhookRoutes}. */
interface InboxWebhookRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly webhooks: Pick<WebhookPort, 'requireAllowed'>;
}

/** `/api/organization/inbox-webhook`: the webhook of the organization and its deliveries, for owners. */
export function inboxWebhookRoutes({
  authenticate,
  unitOfWork,
  webhooks,
}: InboxWebhookRoutesOptions): Hono<AppEnvironment> {
  const { inboxWebhooks, users } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  async function authenticateOwner(request: Request): Promise<Principal> {
    const principal = await authenticate(request);
    await requireOwner(users, principal);
    return principal;
  }

  describeRoute(app, 'GET /', { summary: 'Get the inbox webhook', response: inboxWebhookResponseSchema });
  app.get('/', async (context) => {
    const owner = await authenticateOwner(context.req.raw);
    const webhook = await inboxWebhooks.find(owner);
    const deliveries = await inboxWebhooks.listDeliveries(owner);
    return context.json<InboxWebhookResponse>({
      webhook: webhook ? { url: webhook.url, createdAt: webhook.createdAt.toISOString() } : null,
      deliveries: deliveries.map(toDeliveryView),
    });
  });

  describeRoute(app, 'PUT /', {
    summary: 'Set the inbox webhook',
    body: inboxWebhookRequestSchema,
    response: inboxWebhookSecretSchema,
  });
  app.put('/', async (context) => {
    const owner = await authenticateOwner(context.req.raw);
    const { url } = await parseBody(context, inboxWebhookRequestSchema);
    webhooks.requireAllowed(url);
    const saved = await unitOfWork.transaction((stores) => saveInboxWebhook(stores, owner, url));
    return context.json<InboxWebhookSecret>({ secret: await inboxWebhookSecretOf(unitOfWork, saved) });
  });

  describeRoute(app, 'DELETE /', { summary: 'Delete the inbox webhook' });
  app.delete('/', async (context) => {
    const owner = await authenticateOwner(context.req.raw);
    await unitOfWork.transaction((stores) => removeInboxWebhook(stores, owner));
    return context.body(null, 204);
  });

  describeRoute(app, 'POST /test', { summary: 'Test the inbox webhook' });
  app.post('/test', async (context) => {
    await inboxWebhooks.test(await authenticateOwner(context.req.raw));
    return context.body(null, 204);
  });

  describeRoute(app, 'POST /deliveries/:id/retry', { summary: 'Retry a delivery of the inbox webhook' });
  app.post('/deliveries/:id/retry', async (context) => {
    await inboxWebhooks.requeue(await authenticateOwner(context.req.raw), context.req.param('id'));
    return context.body(null, 204);
  });

  return app;
}

function toDeliveryView(delivery: InboxDelivery): InboxDeliveryView {
  const { id, type, item, status, attempts, dueAt, responseStatus, error, createdAt } = delivery;
  return {
    id,
    type,
    item: item && { kind: item.kind, id: item.id },
    status,
    attempts,
    dueAt: dueAt?.toISOString() ?? null,
    responseStatus,
    error,
    createdAt: createdAt.toISOString(),
  };
}
