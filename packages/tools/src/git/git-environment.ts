import { z } from 'zod';
import { programEnvironmentSchema } from '../process/program-environment.ts';

/** The environment variables that configure git and its network access. */
export const gitEnvironmentSchema = z.object({
  ...programEnvironmentSchema.shape,
  PATH: z.string().optional(),
  /** Allows remotes on this machine and private networks, and over plain http. */
  ALLOW_PRIVATE_NETWORKS: z.stringbool().optional(),
  /**
   * A private key for pushes over ssh, and the known hosts; without them ssh is rejected. All users' pushes use the
   * same key.
   */
  GIT_SSH_KEY_FILE: z.string().min(1).optional(),
  GIT_SSH_KNOWN_HOSTS_FILE: z.string().min(1).optional(),
  /** The author of commits that agents make. Default: `Shipmate`, with an email that names the user. */
  GIT_COMMIT_NAME: z.string().min(1).max(100).optional(),
  GIT_COMMIT_EMAIL: z.email().optional(),
});

export type GitEnvironment = z.output<typeof gitEnvironmentSchema>;
