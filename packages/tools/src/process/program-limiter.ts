import { availableParallelism } from 'node:os';
import { createFairLimiter, type FairLimiter } from '@shipmate/runtime/limit';
import { z } from 'zod';

/** The environment variable that limits the processes that requests start. */
export const programEnvironmentSchema = z.object({
  /**
   * Processes of one kind (helm, git, platform programs) that run concurrently. Default: processors, at most 8, and one
   * more.
   */
  PROCESS_CONCURRENCY: z.coerce.number().int().min(1).max(256).optional(),
});

type ProgramEnvironment = Partial<z.output<typeof programEnvironmentSchema>>;

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
