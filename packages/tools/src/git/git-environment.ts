import { z } from 'zod';
import { programEnvironmentSchema } from '../process/program-limiter.ts';

/** The environment variables by which git is found, and how far it reaches. */
export const gitEnvironmentSchema = z.object({
  ...programEnvironmentSchema.shape,
  PATH: z.string().optional(),
  /** Lets remotes be on this machine and private networks, and be reached by plain http. */
  ALLOW_PRIVATE_NETWORKS: z.stringbool().optional(),
  /** A private key that may push over ssh, and the hosts that are known; ssh is refused without. Whoever may push, pushes with it. */
  GIT_SSH_KEY_FILE: z.string().min(1).optional(),
  GIT_SSH_KNOWN_HOSTS_FILE: z.string().min(1).optional(),
});

export type GitEnvironment = z.output<typeof gitEnvironmentSchema>;
