import { z } from 'zod';
import { programEnvironmentSchema } from '../process/program-limiter.ts';

/** The environment variables that configure helm and its network access. */
export const helmEnvironmentSchema = z.object({
  ...programEnvironmentSchema.shape,
  /** The helm program, if it is not on `PATH`. */
  HELM_EXECUTABLE: z.string().min(1).optional(),
  PATH: z.string().optional(),
  /** Allows charts to name repositories on this machine and private networks. */
  ALLOW_PRIVATE_NETWORKS: z.stringbool().optional(),
});

export type HelmEnvironment = z.output<typeof helmEnvironmentSchema>;
