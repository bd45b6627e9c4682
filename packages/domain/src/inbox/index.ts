export {
  describeInboxItem,
  type InboxDecision,
  inboxDecisions,
  type InboxDescription,
} from './describe-inbox-item.ts';
export { type InboxItem, type InboxKind, inboxKinds, type InboxOrigin, type InboxSubject } from './inbox-item.ts';
export type { InboxStore } from './inbox-store.ts';
export {
  type InboxDelivery,
  type InboxDeliveryStatus,
  type InboxEvent,
  type InboxEventType,
  type InboxOutcome,
  type InboxWebhook,
  maxDeliveryAttempts,
  toInboxOutcome,
} from './inbox-webhook.ts';
export type { ClaimedDelivery, DeliveryResult, InboxWebhookStore } from './inbox-webhook-store.ts';
