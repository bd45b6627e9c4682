import type { InboxKind } from './inbox-item.ts';

/** Attempts to deliver an event before its delivery is dead. */
export const maxDeliveryAttempts = 8;

/** The address of an organization that receives the events of its members' inboxes. */
export interface InboxWebhook {
  /** A new secret is a new id: the secret is derived from it. */
  readonly id: string;
  readonly organizationId: string;
  readonly url: string;
  readonly createdAt: Date;
}

/** Types of events that a webhook receives. */
export type InboxEventType = 'inbox.item.created' | 'inbox.item.decided' | 'inbox.test' | 'notification.created';

/** The outcomes of an item that no longer waits. `settled`: a person stated the outcome of an unknown call. */
export type InboxOutcome = 'approved' | 'rejected' | 'cancelled' | 'expired' | 'settled';

/** A change of an item, a test, or a notification of a rule. */
export interface InboxEvent {
  /** The same in all attempts of its delivery. */
  readonly id: string;
  readonly organizationId: string;
  readonly type: InboxEventType;
  /** The item and its owner; null for a test or a notification. */
  readonly item: { readonly kind: InboxKind; readonly id: string; readonly userId: string } | null;
  /** Null unless the item was decided. */
  readonly outcome: InboxOutcome | null;
  readonly createdAt: Date;
}

/** States of a delivery. `dropped`: the item was decided before the event was sent. */
export type InboxDeliveryStatus = 'pending' | 'delivered' | 'dead' | 'dropped';

/** The delivery of an event to a webhook. */
export interface InboxDelivery extends InboxEvent {
  readonly status: InboxDeliveryStatus;
  readonly attempts: number;
  /** The time of the next attempt; null unless it is pending. */
  readonly dueAt: Date | null;
  /** The answer to the last attempt; null without one. */
  readonly responseStatus: number | null;
  /** Why the last attempt failed; null if it did not. */
  readonly error: string | null;
  readonly endedAt: Date | null;
}

/** Returns the outcome that the status of a row stands for, which no longer waits. */
export function toInboxOutcome(kind: InboxKind, status: string): InboxOutcome {
  return outcomes[kind][status] ?? 'cancelled';
}

const outcomes: Readonly<Record<InboxKind, Readonly<Record<string, InboxOutcome>>>> = {
  approval: { approved: 'approved', used: 'approved', denied: 'rejected', expired: 'expired' },
  remediation: { executing: 'approved', refused: 'rejected', expired: 'expired' },
  plan: { applying: 'approved', applied: 'approved', ignored: 'rejected' },
  proposal: { taken: 'approved', done: 'approved', withdrawn: 'rejected' },
  rule_preview: { accepted: 'approved', rejected: 'rejected' },
  rule_approval: { approved: 'approved', rejected: 'rejected', timed_out: 'expired' },
  unknown_call: { completed: 'settled', failed: 'settled' },
};
