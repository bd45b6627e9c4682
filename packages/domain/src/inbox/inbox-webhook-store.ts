import type { Principal } from '@shipmate/core';
import type { InboxDelivery, InboxEvent, InboxWebhook } from './inbox-webhook.ts';

/** An event whose delivery this process has claimed. */
export interface ClaimedDelivery {
  readonly event: InboxEvent;
  readonly webhook: InboxWebhook;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  /** The body of earlier attempts; null at the first one. */
  readonly body: string | null;
}

/** The result of an attempt. */
export interface DeliveryResult {
  /** Null without an answer. */
  readonly responseStatus: number | null;
  /** Why it failed; null if the event was delivered. */
  readonly error: string | null;
  /** Seconds until the next attempt; null after the last one. Ignored if the event was delivered. */
  readonly retryInSeconds: number | null;
}

/**
 * Store for the webhooks of organizations and the events that they receive.
 *
 * **Contract.** A change of an inbox item stores its event itself, in the same transaction, if its organization has a
 * webhook. The operations of a principal are for the owners of the organization: the caller checks that. `claim`,
 * `keepBody`, `end`, `drop` and `deleteEnded` serve all organizations.
 */
export interface InboxWebhookStore {
  find(principal: Principal): Promise<InboxWebhook | undefined>;
  /** Sets the address of the organization; the id replaces that of an earlier webhook. */
  save(principal: Principal, webhook: Pick<InboxWebhook, 'id' | 'url'>): Promise<InboxWebhook>;
  /** Removes the webhook with its deliveries. @throws AppError `NOT_FOUND` */
  remove(principal: Principal): Promise<void>;
  /** Stores an event that tests the webhook. @throws AppError `NOT_FOUND` without a webhook. */
  test(principal: Principal): Promise<void>;
  /** Stores a notification to members, the `data` of its event. @throws AppError `NOT_FOUND` without a webhook. */
  notify(principal: Principal, data: object): Promise<void>;
  /** Lists deliveries, newest first, at most 50. */
  listDeliveries(principal: Principal): Promise<readonly InboxDelivery[]>;
  /** Makes a dead delivery pending again. @throws AppError `NOT_FOUND` */
  requeue(principal: Principal, deliveryId: string): Promise<void>;

  /**
   * Claims the oldest delivery that is due, of a webhook that no other process has claimed, for `seconds`. The attempt
   * counts even if the process dies.
   */
  claim(options: { readonly seconds: number }): Promise<ClaimedDelivery | undefined>;
  /** Keeps the body of an event, which later attempts repeat. */
  keepBody(deliveryId: string, body: string): Promise<void>;
  /** Stores the result of an attempt and releases the webhook. */
  end(delivery: ClaimedDelivery, result: DeliveryResult): Promise<void>;
  /** Ends a delivery without an attempt and releases the webhook. */
  drop(delivery: ClaimedDelivery): Promise<void>;
  /** Deletes deliveries that ended before a number of days, and returns how many. */
  deleteEnded(options: { readonly days: number }): Promise<number>;
}
