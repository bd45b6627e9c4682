import { createHmac } from 'node:crypto';
import { AppError } from '@shipmate/core';
import type { IncomingWebhook } from '@shipmate/domain/workflow';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** Secrets of incoming webhooks, derived from one secret of the installation, so none is stored for a webhook. */
export interface WebhookSecrets {
  /** Returns the secret of a webhook's current generation. */
  secretOf(webhook: Pick<IncomingWebhook, 'id' | 'generation'>): string;
  /**
   * Checks signature and time of a delivery, and returns its id.
   *
   * @throws AppError `UNAUTHORIZED` for a missing or wrong signature, or a time that differs by more than five minutes
   */
  verify(webhook: Pick<IncomingWebhook, 'id' | 'generation'>, body: string, headers: Headers): string;
}

/** The longest id of a delivery. */
const maxIdLength = 200;

/** Creates the secrets from that of the installation. */
export function createWebhookSecrets(installationSecret: string): WebhookSecrets {
  const secretOf: WebhookSecrets['secretOf'] = ({ id, generation }) =>
    `whsec_${createHmac('sha256', installationSecret).update(`${id}.${generation}`).digest('base64')}`;

  return {
    secretOf,

    verify(webhook, body, headers) {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
      const given = Object.fromEntries(names.map((name) => [name, headers.get(name) ?? '']));
      const id = given['webhook-id'] ?? '';
      if (id === '' || id.length > maxIdLength) {
        throw unauthorized(`Send the header webhook-id with 1 to ${maxIdLength} characters.`);
      }
      try {
        new Webhook(secretOf(webhook)).verify(body, given, { jsonParse: false });
        return id;
      } catch (thrown) {
        if (!(thrown instanceof WebhookVerificationError)) throw thrown;
        throw unauthorized(
          'Sign "<webhook-id>.<webhook-timestamp>.<body>" with the webhook\'s secret, at most five minutes before it arrives, ' +
            'and send webhook-id, webhook-timestamp and webhook-signature.',
          thrown,
        );
      }
    },
  };
}

function unauthorized(message: string, cause?: unknown): AppError {
  return new AppError({ code: 'UNAUTHORIZED', message, cause });
}
