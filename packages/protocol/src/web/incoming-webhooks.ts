import { entityFieldTypes, newIncomingWebhookSchema } from '@shipmate/domain/workflow';
import { z } from 'zod';

/** The longest body of a delivery, in bytes. */
export const maxDeliveryBytes: number = 256 * 1024;

/** A webhook that receives events of other systems. */
const incomingWebhookSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The entity whose rows are its deliveries: `webhooks.<name>`. */
  entity: z.string(),
  fields: z.array(z.object({ name: z.string(), type: z.enum(entityFieldTypes), path: z.string().optional() })),
  /** The path to which deliveries are sent, relative to the app: `/hooks/<id>`. */
  path: z.string(),
  createdAt: z.string(),
  lastDeliveryAt: z.string().nullable(),
});
export type IncomingWebhookView = z.infer<typeof incomingWebhookSchema>;

/** `GET /api/incoming-webhooks`. */
export const incomingWebhookListResponseSchema = z.object({ webhooks: z.array(incomingWebhookSchema) });
export type IncomingWebhookListResponse = z.infer<typeof incomingWebhookListResponseSchema>;

/** `POST /api/incoming-webhooks`. */
export const createIncomingWebhookRequestSchema = newIncomingWebhookSchema;

/** Response of `POST /api/incoming-webhooks` and `POST /api/incoming-webhooks/{id}/secret`. */
export const incomingWebhookSecretResponseSchema = z.object({
  webhook: incomingWebhookSchema,
  /** Signs deliveries as the Standard Webhooks specification says. It is not shown again. */
  secret: z.string(),
});
export type IncomingWebhookSecretResponse = z.infer<typeof incomingWebhookSecretResponseSchema>;

/** Response of `POST /hooks/{id}`, status 202. */
export const deliveryResponseSchema = z.object({
  /** True when a delivery with this `webhook-id` was received before; it starts no rules again. */
  isKnown: z.boolean(),
});
export type DeliveryResponse = z.infer<typeof deliveryResponseSchema>;
