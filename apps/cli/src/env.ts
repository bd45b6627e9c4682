import { answerLanguageSchema, leaseSecondsSchema } from '@shipmate/agents';
import { modelEnvironmentSchema } from '@shipmate/providers';
import { admissionEnvironmentSchema, importMemorySchema, jwtEnvironmentSchema, originsSchema } from '@shipmate/server';
import { logLevels, parseEnvironment, storageQuotaSchema, telemetryEnvironmentSchema } from '@shipmate/runtime';
import { toolEnvironmentSchema } from '@shipmate/tools';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const environmentSchema = z.object({
  ...modelEnvironmentSchema.shape,
  ...telemetryEnvironmentSchema.shape,
  ...storageQuotaSchema.shape,
  ...toolEnvironmentSchema.shape,
  ...jwtEnvironmentSchema.shape,
  ...admissionEnvironmentSchema.shape,
  ...importMemorySchema.shape,
  /** URL of an external PostgreSQL server; without it the embedded database in the data directory is used. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SHIPMATE_DATA_DIR: z.string().default('.shipmate'),
  SHIPMATE_USER_EMAIL: z.email().default('demo@shipmate.local'),
  /** URL of the web app and token for commands that call a running installation. */
  SHIPMATE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SHIPMATE_TOKEN: z.string().min(1).optional(),
  WEB_HOST: z.string().default('127.0.0.1'),
  WEB_PORT: port.default(3000),
  /** Origins that may use the Agent Chat Protocol with a token, separated by commas; `*` for all. */
  CORS_ORIGINS: originsSchema,
  TOOLS_API_HOST: z.string().default('127.0.0.1'),
  TOOLS_API_PORT: port.default(8080),
  WORKER_HOST: z.string().default('127.0.0.1'),
  WORKER_PORT: port.default(3001),
  /** Maximum number of runs that the worker executes at once. */
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(4),
  /** Maximum number of one organization's runs that all workers together execute at once; unlimited without it. */
  WORKER_ORGANIZATION_CONCURRENCY: z.coerce.number().int().min(1).optional(),
  /** `up` starts a simulated cluster if no cluster is configured. */
  DEMO_CLUSTER: z.stringbool().default(true),
  RUN_LEASE_SECONDS: leaseSecondsSchema,
  ANSWER_LANGUAGE: answerLanguageSchema.optional(),
  LOG_LEVEL: z.enum(logLevels).default('warn'),
});
export type CliEnvironment = z.output<typeof environmentSchema>;

/** Reads the environment; `options` of the command line override variables. @throws AppError `VALIDATION_ERROR` */
export function readEnvironment(
  options: { readonly [Name in keyof CliEnvironment]?: string | undefined } = {},
): CliEnvironment {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return parseEnvironment(environmentSchema, { ...process.env, ...given });
}
