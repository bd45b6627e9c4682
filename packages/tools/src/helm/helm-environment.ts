import { z } from 'zod';

/** The environment variables by which helm is found. */
export const helmEnvironmentSchema = z.object({
  /** The helm program, when it is not on `PATH`. */
  HELM_EXECUTABLE: z.string().min(1).optional(),
  PATH: z.string().optional(),
});

export type HelmEnvironment = z.output<typeof helmEnvironmentSchema>;
