import type { InboxDeliveryStatus, InboxEventType, InboxKind } from '@shipmate/domain/inbox';
import type { Generated } from 'kysely';

export interface InboxWebhookTable {
  organization_id: string;
  id: string;
  url: string;
  created_at: Generated<Date>;
  /** While a process sends to it. */
  claimed_until: Date | null;
}

export interface InboxDeliveryTable {
  id: Generated<string>;
  sequence: Generated<string>;
  organization_id: string;
  type: InboxEventType;
  kind: InboxKind | null;
  item_id: string | null;
  user_id: string | null;
  /** The status of the item's row after the change. */
  item_status: string | null;
  body: string | null;
  status: Generated<InboxDeliveryStatus>;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  response_status: number | null;
  error: string | null;
  created_at: Generated<Date>;
  ended_at: Date | null;
}
