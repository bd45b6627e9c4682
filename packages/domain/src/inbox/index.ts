export {
  describeInboxItem,
  type InboxDecision,
  inboxDecisions,
  type InboxDescription,
} from './describe-inbox-item.ts';
export { type InboxItem, type InboxKind, inboxKinds, type InboxOrigin, type InboxSubject } from './inbox-item.ts';
export type { InboxStore } from './inbox-store.ts';
