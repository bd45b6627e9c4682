import { z } from 'zod';

/** The environment variable that limits the processes that requests start. */
export const programEnvironmentSchema = z.object({
  /**
   * Processes of one kind (helm, git, searches, platform programs) that run concurrently. Default: processors, at most 8, and one
   * more.
   */
  PROCESS_CONCURRENCY: z.coerce.number().int().min(1).max(256).optional(),
});

export type ProgramEnvironment = Partial<z.output<typeof programEnvironmentSchema>>;
