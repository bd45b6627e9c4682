import { type Logger, toAppError } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { type ClaimedDelivery, type DeliveryResult, maxDeliveryAttempts } from '@shipmate/domain/inbox';
import type { RunNotifications } from '@shipmate/domain/run';
import type { WebhookPort } from '@shipmate/tools';
import { Webhook } from 'standardwebhooks';
import { createWakeUp, type WakeUp } from '../run/log/wake-up.ts';
import { inboxEventBody } from './inbox-event-body.ts';
import { inboxWebhookSecretOf } from './inbox-webhook-secret.ts';

/** Time for the answer of a receiver. */
const answerSeconds = 10;
/** A claim outlives the answer, so that only the claim of a process that died expires. */
const claimSeconds = 3 * answerSeconds;
const maxRetrySeconds = 3 * 3_600;

/** Sends the events of inboxes to the webhooks of their organizations. */
export interface InboxDeliverer {
  /** Starts no more requests, and resolves once those in flight are answered or aborted. */
  close(): Promise<void>;
}

/** Options for {@link createInboxDeliverer}. */
export interface InboxDelivererOptions {
  readonly unitOfWork: UnitOfWork;
  readonly notifications: RunNotifications;
  readonly webhooks: Pick<WebhookPort, 'request'>;
  readonly logger: Logger;
  /** Aborted when the process shuts down; no more events are claimed then. */
  readonly draining: AbortSignal;
  /** Requests at a time, each to another organization. Default 4. */
  readonly concurrency?: number;
  /** Interval between checks for events without a notification, such as those to retry. Default 5000. */
  readonly pollMs?: number;
  /** Seconds until the second attempt; each further one waits four times as long, three hours at most. Default 5. */
  readonly retrySeconds?: number;
}

/** Creates a deliverer that starts immediately. Any number of processes may deliver at the same time. */
export function createInboxDeliverer(options: InboxDelivererOptions): InboxDeliverer {
  const { unitOfWork, notifications, logger, draining, concurrency = 4, pollMs = 5_000 } = options;
  const { inboxWebhooks, approvals } = unitOfWork.stores;
  const closing = new AbortController();
  const stopping = AbortSignal.any([draining, closing.signal]);

  /** Delivers one event; false if none was due, or the database failed. */
  async function deliverNext(onClaimed?: () => void): Promise<boolean> {
    try {
      const delivery = await inboxWebhooks.claim({ seconds: claimSeconds });
      if (delivery === undefined) return false;
      onClaimed?.();
      await deliver(options, delivery, stopping);
      return true;
    } catch (error) {
      if (!stopping.aborted) logger.warn('could not deliver an event of the inbox', { error });
      return false;
    }
  }

  /** Stores the events of approvals that have expired, at most once in an interval. */
  async function expire(): Promise<void> {
    if (performance.now() < nextExpiry) return;
    nextExpiry = performance.now() + pollMs;
    try {
      await approvals.expire();
    } catch (error) {
      logger.warn('could not store that approvals have expired', { error });
    }
  }

  let nextExpiry = 0;

  const wakeUps = Array.from({ length: concurrency }, createWakeUp);
  const wakeAll = (): void => wakeUps.forEach(({ wake }) => wake());
  const stopListening = notifications.listen('inbox_events', wakeAll);
  stopping.addEventListener('abort', wakeAll);

  /** The first one also looks for events without a notification, and wakes the others if it has found one. */
  async function work(wakeUp: WakeUp, index: number): Promise<void> {
    let hasWaited = false;
    while (!stopping.aborted) {
      if (index === 0) await expire();
      const hasDelivered = await deliverNext(index === 0 && hasWaited ? wakeAll : undefined);
      hasWaited = !hasDelivered;
      if (!hasDelivered && !stopping.aborted) await wakeUp.sleep(index === 0 ? pollMs : undefined);
    }
  }

  const working = Promise.all(wakeUps.map(work)).then(stopListening);
  return {
    async close() {
      closing.abort();
      await working;
    },
  };
}

/** Sends one event. After an abort it is due again at once; after a crash once its claim expires. */
async function deliver(
  options: InboxDelivererOptions,
  delivery: ClaimedDelivery,
  stopping: AbortSignal,
): Promise<void> {
  const { unitOfWork, logger } = options;
  const { inboxWebhooks } = unitOfWork.stores;
  const { event, attempt } = delivery;
  const body = delivery.body ?? (await inboxEventBody(unitOfWork.stores, event));
  if (body === undefined) return inboxWebhooks.drop(delivery);
  if (delivery.body === null) await inboxWebhooks.keepBody(event.id, body);
  const outcome = await send(options, { delivery, body }, stopping);
  const isAborted = stopping.aborted && outcome.responseStatus === null;
  const isLast = attempt >= maxDeliveryAttempts && !isAborted;
  const delaySeconds = Math.min(maxRetrySeconds, (options.retrySeconds ?? 5) * 4 ** (attempt - 1));
  const retryInSeconds = isLast ? null : isAborted ? 0 : delaySeconds;
  await inboxWebhooks.end(delivery, { ...outcome, retryInSeconds });
  const about = { deliveryId: event.id, organizationId: event.organizationId, attempt };
  if (outcome.error === null) logger.info('inbox event delivered', about);
  else logger.warn('inbox event not delivered', { ...about, reason: outcome.error, isLast });
}

/** Sends the signed request of an attempt. */
async function send(
  { unitOfWork, webhooks }: InboxDelivererOptions,
  { delivery: { event, webhook }, body }: { readonly delivery: ClaimedDelivery; readonly body: string },
  stopping: AbortSignal,
): Promise<Omit<DeliveryResult, 'retryInSeconds'>> {
  const timeout = AbortSignal.timeout(answerSeconds * 1_000);
  const sentAt = new Date();
  const secret = await inboxWebhookSecretOf(unitOfWork, webhook);
  const headers = {
    'user-agent': 'shipmate',
    'webhook-id': event.id,
    'webhook-timestamp': `${Math.floor(sentAt.getTime() / 1_000)}`,
    'webhook-signature': new Webhook(secret).sign(event.id, sentAt, body),
  };
  try {
    const request = { url: webhook.url, method: 'POST', headers, body };
    const { status } = await webhooks.request(request, AbortSignal.any([stopping, timeout]));
    const isAccepted = status >= 200 && status < 300;
    return { responseStatus: status, error: isAccepted ? null : `The receiver answered with status ${status}.` };
  } catch (thrown) {
    const error = timeout.aborted ? `No answer within ${answerSeconds} s.` : toAppError(thrown).message;
    return { responseStatus: null, error };
  }
}
