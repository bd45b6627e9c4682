import { z } from 'zod';
import { programEnvironmentSchema } from '../process/program-limiter.ts';

/** The environment variables by which helm is found, and how far it sees. */
export const helmEnvironmentSchema = z.object({
  ...programEnvironmentSchema.shape,
  /** The helm program, when it is not on `PATH`. */
  HELM_EXECUTABLE: z.string().min(1).optional(),
  PATH: z.string().optional(),
  /** Lets charts name repositories on this machine and private networks. */
  ALLOW_PRIVATE_NETWORKS: z.stringbool().optional(),
});

export type HelmEnvironment = z.output<typeof helmEnvironmentSchema>;
