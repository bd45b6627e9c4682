import type { UnitOfWork } from '@shipmate/domain';
import { createIncomingWebhook, removeIncomingWebhook, renewWebhookSecret } from '@shipmate/domain/use-cases';
import { type IncomingWebhook, toWebhookEntityName } from '@shipmate/domain/workflow';
import {
  createIncomingWebhookRequestSchema,
  type IncomingWebhookListResponse,
  incomingWebhookListResponseSchema,
  type IncomingWebhookSecretResponse,
  incomingWebhookSecretResponseSchema,
  type IncomingWebhookView,
} from '@shipmate/protocol/web/incoming-webhooks';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import type { WebhookSecrets } from '../incoming-webhooks/webhook-secrets.ts';

/** Options for {@link incomingWebhookRoutes}. */
interface IncomingWebhookRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly secrets: WebhookSecrets;
}

/** `/api/incoming-webhooks`: the webhooks of the organization, which only its owners change. */
export function incomingWebhookRoutes({
  authenticate,
  unitOfWork,
  secrets,
}: IncomingWebhookRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  const withSecret = (webhook: IncomingWebhook): IncomingWebhookSecretResponse => ({
    webhook: toView(webhook),
    secret: secrets.secretOf(webhook),
  });

  describeRoute(app, 'GET /', { summary: 'List incoming webhooks', response: incomingWebhookListResponseSchema });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const webhooks = await unitOfWork.stores.incomingWebhooks.list(principal);
    return context.json<IncomingWebhookListResponse>({ webhooks: webhooks.map(toView) });
  });

  describeRoute(app, 'POST /', {
    summary: 'Create an incoming webhook',
    body: createIncomingWebhookRequestSchema,
    response: incomingWebhookSecretResponseSchema,
    status: 201,
  });
  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const declared = await parseBody(context, createIncomingWebhookRequestSchema);
    const webhook = await unitOfWork.transaction((stores) => createIncomingWebhook(stores, principal, declared));
    return context.json(withSecret(webhook), 201);
  });

  describeRoute(app, 'POST /:id/secret', {
    summary: 'Renew the secret of an incoming webhook',
    response: incomingWebhookSecretResponseSchema,
  });
  app.post('/:id/secret', async (context) => {
    const principal = await authenticate(context.req.raw);
    const id = context.req.param('id');
    const webhook = await unitOfWork.transaction((stores) => renewWebhookSecret(stores, principal, id));
    return context.json(withSecret(webhook));
  });

  describeRoute(app, 'DELETE /:id', { summary: 'Delete an incoming webhook' });
  app.delete('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    await unitOfWork.transaction((stores) => removeIncomingWebhook(stores, principal, context.req.param('id')));
    return context.body(null, 204);
  });

  return app;
}

function toView(webhook: IncomingWebhook): IncomingWebhookView {
  const { id, name, description, fields, createdAt, lastDeliveryAt } = webhook;
  return {
    id,
    name,
    description,
    entity: toWebhookEntityName(name),
    fields: [...fields],
    path: `/hooks/${id}`,
    createdAt: createdAt.toISOString(),
    lastDeliveryAt: lastDeliveryAt?.toISOString() ?? null,
  };
}
