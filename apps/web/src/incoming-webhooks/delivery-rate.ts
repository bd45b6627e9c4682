import { AppError } from '@shipmate/core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Deliveries of a webhook in a minute, with a valid and without a valid signature. */
export const deliveryLimits = { valid: 600, invalid: 60 } as const;

/** Counts the deliveries of each webhook. Those without a valid signature cannot use up the limit of the others. */
export interface DeliveryRate {
  /** @throws AppError `RATE_LIMITED` */
  count(kind: keyof typeof deliveryLimits, webhookId: string): Promise<void>;
}

/** Creates the counters of a process. */
export function createDeliveryRate(): DeliveryRate {
  const limiters = {
    valid: new RateLimiterMemory({ points: deliveryLimits.valid, duration: 60 }),
    invalid: new RateLimiterMemory({ points: deliveryLimits.invalid, duration: 60 }),
  };
  return {
    async count(kind, webhookId) {
      try {
        await limiters[kind].consume(webhookId);
      } catch (thrown) {
        if (!(thrown instanceof RateLimiterRes)) throw thrown;
        const retryAfterSeconds = Math.max(1, Math.ceil(thrown.msBeforeNext / 1_000));
        throw new AppError({
          code: 'RATE_LIMITED',
          message: `Too many deliveries: at most ${deliveryLimits[kind]} a minute. Retry in ${retryAfterSeconds} s.`,
          details: { limit: deliveryLimits[kind], retryAfterSeconds },
        });
      }
    },
  };
}
