import { z } from 'zod';
import { programEnvironmentSchema } from '../process/program-environment.ts';

/** The longest time limit of an operation, in seconds. */
export const maxOperationSeconds = 6 * 60 * 60;

/** The environment variables that configure the platform's operations. */
export const platformEnvironmentSchema = z.object({
  ...programEnvironmentSchema.shape,
  /** A YAML or JSON file that describes programs and their operations. */
  PLATFORM_CATALOG: z.string().min(1).optional(),
  /** A folder of programs that describe themselves when they are called with `--help --json`. */
  PLATFORM_COMMANDS: z.string().min(1).optional(),
  /** A folder of Nushell scripts, whose commands `main …` are operations. */
  PLATFORM_NU_SCRIPTS: z.string().min(1).optional(),
  /** The Nushell program, if it is not `nu` on `PATH`. */
  PLATFORM_NU: z.string().min(1).optional(),
  PLATFORM_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(maxOperationSeconds).default(1_800),
});

export type PlatformEnvironment = z.output<typeof platformEnvironmentSchema>;
