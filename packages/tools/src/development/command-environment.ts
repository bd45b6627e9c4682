import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { programEnvironmentSchema } from '../process/program-environment.ts';
import { maxCommandSeconds } from './command-limits.ts';

/** The environment variables of the programs that execute code of repositories. */
export const commandEnvironmentSchema = z.object({
  ...programEnvironmentSchema.shape,
  /** Runs code of repositories as the user of the process where no sandbox works. */
  ALLOW_UNSANDBOXED_CODE: z.stringbool().optional(),
  /** The commands that use the network of the host: none, installations of packages, or all. */
  COMMAND_NETWORK: z.enum(['none', 'install', 'all']).optional(),
  /** Folders of compilers and package managers that commands can read, separated by colons. */
  COMMAND_TOOLCHAINS: z
    .string()
    .transform((text) => text.split(':').filter(Boolean))
    .refine((folders) => folders.every(isAbsolute), 'must be absolute paths, separated by colons')
    .optional(),
  /** Default 600. */
  COMMAND_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(maxCommandSeconds).optional(),
  /** Resident memory of a command with its descendants, in MB. Default 2048. */
  COMMAND_MEMORY_MB: z.coerce.number().int().min(64).max(1_000_000).optional(),
});

export type CommandEnvironment = Partial<z.output<typeof commandEnvironmentSchema>> & {
  readonly PATH?: string | undefined;
};
