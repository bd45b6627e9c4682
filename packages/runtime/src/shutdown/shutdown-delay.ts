import { z } from 'zod';

/**
 * `SHUTDOWN_DELAY_MS`: how long a server serves on once it is told to end and says that it is not ready. Longer than a balancer
 * takes to notice, no request is dropped.
 */
export const shutdownDelaySchema = z.coerce.number().int().min(0).max(20_000).default(0);
