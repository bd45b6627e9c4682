import { z } from 'zod';

/** `RUN_LEASE_SECONDS`: how long a run keeps its owner without a heartbeat. Default 30. */
export const leaseSecondsSchema = z.coerce.number().positive().max(3_600).default(30);
