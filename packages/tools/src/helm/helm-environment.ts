import parse from 'semver/functions/parse.js';
import { z } from 'zod';
import { programEnvironmentSchema } from '../process/program-environment.ts';

/** The environment variables that configure helm and its network access. */
export const helmEnvironmentSchema = z.object({
  ...programEnvironmentSchema.shape,
  /** The helm program, if it is not on `PATH`. */
  HELM_EXECUTABLE: z.string().min(1).optional(),
  /** The Kubernetes version that charts target. Default 1.32.1. */
  KUBERNETES_VERSION: z
    .string()
    .refine((version) => parse(version) !== null, 'must be a full Kubernetes version such as 1.34.2')
    .optional(),
  PATH: z.string().optional(),
  /** Allows charts to name repositories on this machine and private networks. */
  ALLOW_PRIVATE_NETWORKS: z.stringbool().optional(),
});

export type HelmEnvironment = z.output<typeof helmEnvironmentSchema>;
