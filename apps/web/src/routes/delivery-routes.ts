import { AppError, type JsonValue, jsonValueSchema } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { type DeliveryResponse, deliveryResponseSchema } from '@shipmate/protocol/web/incoming-webhooks';
import { type AppEnvironment, describeRoute, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import type { DeliveryRate } from '../incoming-webhooks/delivery-rate.ts';
import type { WebhookSecrets } from '../incoming-webhooks/webhook-secrets.ts';

/** Options for {@link deliveryRoutes}. */
interface DeliveryRoutesOptions {
  readonly unitOfWork: UnitOfWork;
  readonly secrets: WebhookSecrets;
  readonly rate: DeliveryRate;
}

/** `/hooks`: deliveries to incoming webhooks, signed as the Standard Webhooks specification says. */
export function deliveryRoutes({ unitOfWork, secrets, rate }: DeliveryRoutesOptions): Hono<AppEnvironment> {
  const { incomingWebhooks } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'POST /:id', {
    summary: 'Deliver to an incoming webhook',
    body: jsonValueSchema,
    response: deliveryResponseSchema,
    status: 202,
  });
  app.post('/:id', async (context) => {
    const webhook = await incomingWebhooks.find(context.req.param('id'));
    if (webhook === undefined) throw new AppError({ code: 'NOT_FOUND', message: 'Webhook not found.' });
    const deliveryId = await verify(webhook, await context.req.text(), context.req.raw.headers);
    await rate.count('valid', webhook.id);
    const body: JsonValue = await parseBody(context, jsonValueSchema);
    const isNew = await incomingWebhooks.receive(webhook.id, { deliveryId, body });
    return context.json<DeliveryResponse>({ isKnown: !isNew }, 202);
  });

  /** @throws AppError `UNAUTHORIZED`, or `RATE_LIMITED` after many of these */
  async function verify(...delivery: Parameters<WebhookSecrets['verify']>): Promise<string> {
    try {
      return secrets.verify(...delivery);
    } catch (thrown) {
      await rate.count('invalid', delivery[0].id);
      throw thrown;
    }
  }

  return app;
}
