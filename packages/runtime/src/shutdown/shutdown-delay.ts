import { z } from 'zod';

/**
 * `SHUTDOWN_DELAY_MS`: how long a server keeps serving after a termination signal while it reports not ready. No
 * request is dropped if this is longer than a load balancer takes to notice.
 */
export const shutdownDelaySchema = z.coerce.number().int().min(0).max(20_000).default(0);
