import { z } from 'zod';

/** An event that a webhook receives, with the state of its delivery. */
const inboxDeliverySchema = z.object({
  /** The header `webhook-id` of its requests. */
  id: z.string(),
  type: z.enum(['inbox.item.created', 'inbox.item.decided', 'inbox.test', 'notification.created']),
  /** The kind and id of the item; null for a test or a notification. */
  item: z.object({ kind: z.string(), id: z.string() }).nullable(),
  /** `dropped`: the item was decided before the event was sent. */
  status: z.enum(['pending', 'delivered', 'dead', 'dropped']),
  attempts: z.number(),
  /** The time of the next attempt; null unless it is pending. */
  dueAt: z.string().nullable(),
  /** The answer to the last attempt; null without one. */
  responseStatus: z.number().nullable(),
  /** Why the last attempt failed; null if it did not. */
  error: z.string().nullable(),
  createdAt: z.string(),
});
export type InboxDeliveryView = z.infer<typeof inboxDeliverySchema>;

/** `GET /api/organization/inbox-webhook`, for owners; 404 for others. */
export const inboxWebhookResponseSchema = z.object({
  /** Null until an address is set. */
  webhook: z.object({ url: z.string(), createdAt: z.string() }).nullable(),
  /** Newest first, at most 50. */
  deliveries: z.array(inboxDeliverySchema),
});
export type InboxWebhookResponse = z.infer<typeof inboxWebhookResponseSchema>;

/** `PUT /api/organization/inbox-webhook` sets the address and replaces the secret. `DELETE` removes both. */
export const inboxWebhookRequestSchema = z.strictObject({ url: z.string().trim().min(1).max(2_000) });

/** The response to `PUT`. */
export const inboxWebhookSecretSchema = z.object({
  /** Shown once: `whsec_` and 32 bytes in base64. */
  secret: z.string(),
});
export type InboxWebhookSecret = z.infer<typeof inboxWebhookSecretSchema>;
