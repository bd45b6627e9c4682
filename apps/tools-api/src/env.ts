import { admissionEnvironmentSchema, jwtEnvironmentSchema } from '@shipmate/server';
import { logLevels, parseEnvironment, shutdownDelaySchema, telemetryEnvironmentSchema } from '@shipmate/runtime';
import { toolEnvironmentSchema } from '@shipmate/tools';
import { storageEnvironmentSchema } from '@shipmate/db/environment';
import { modelEnvironmentSchema } from '@shipmate/providers';
import { z } from 'zod';

const environmentSchema = z.object({
  ...toolEnvironmentSchema.shape,
  ...jwtEnvironmentSchema.shape,
  ...admissionEnvironmentSchema.shape,
  ...modelEnvironmentSchema.shape,
  ...telemetryEnvironmentSchema.shape,
  ...storageEnvironmentSchema.shape,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  TOOLS_API_HOST: z.string().default('127.0.0.1'),
  TOOLS_API_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Shared with the processes that call tools for their users; without it tool tokens are refused. */
  SHIPMATE_SECRET: z.string().min(32).optional(),
  /** URL of the web app, for links to approvals. */
  SHIPMATE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** URL at which clients reach tools-api, if a proxy changes it. */
  TOOLS_API_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The folder of the clones that workers make, from which tools read the files of code maps. */
  REPOSITORY_FOLDER: z.string().min(1).optional(),
  SHUTDOWN_DELAY_MS: shutdownDelaySchema,
  LOG_LEVEL: z.enum(logLevels).default('info'),
});
export type ToolsApiEnvironment = z.output<typeof environmentSchema>;

/** Reads the environment of this process. @throws AppError `VALIDATION_ERROR` that names every bad variable. */
export function readEnvironment(): ToolsApiEnvironment {
  return parseEnvironment(environmentSchema, process.env, { TOOLS_API_PORT: 'PORT' });
}
