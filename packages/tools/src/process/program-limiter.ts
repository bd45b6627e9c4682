import { availableParallelism } from 'node:os';
import { createFairLimiter, type FairLimiter } from '@shipmate/runtime/limit';
import type { ProgramEnvironment } from './program-environment.ts';

const maxDefaultPlaces = 8;
const queuedForEachPlace = 10;

/**
 * Creates the limiter of one kind of program. One organization gets all slots but one, so that another does not wait
 * behind its long processes; up to ten requests of an organization for each slot wait in the queue.
 *
 * @param name The work in the error of a full queue, such as `Running helm`.
 */
export function createProgramLimiter(name: string, { PROCESS_CONCURRENCY: places }: ProgramEnvironment): FairLimiter {
  const concurrency = places ?? Math.min(availableParallelism(), maxDefaultPlaces) + 1;
  return createFairLimiter({
    name,
    concurrency,
    tenantConcurrency: Math.max(1, concurrency - 1),
    maxQueued: concurrency * queuedForEachPlace,
  });
}
