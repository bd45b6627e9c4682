import { z } from 'zod';

/** `RUN_LEASE_SECONDS`: how long a run stays with a process that is not heard of any more. */
export const leaseSecondsSchema = z.coerce.number().positive().max(3_600).default(30);
