import { answerLanguageSchema, leaseSecondsSchema, repositoryEnvironmentSchema } from '@shipmate/agents';
import { modelEnvironmentSchema } from '@shipmate/providers';
import { telemetryEnvironmentSchema } from '@shipmate/runtime';
import { admissionEnvironmentSchema, importMemorySchema, jwtEnvironmentSchema, originsSchema } from '@shipmate/server';
import { toolEnvironmentSchema } from '@shipmate/tools';
import { z } from 'zod';
import { databaseEnvironmentSchema, portEnvironmentSchema, readVariables } from './env.ts';

const environmentSchema = z.object({
  ...databaseEnvironmentSchema.shape,
  ...portEnvironmentSchema.shape,
  ...modelEnvironmentSchema.shape,
  ...telemetryEnvironmentSchema.shape,
  ...toolEnvironmentSchema.shape,
  ...jwtEnvironmentSchema.shape,
  ...admissionEnvironmentSchema.shape,
  ...importMemorySchema.shape,
  ...repositoryEnvironmentSchema.shape,
  WEB_HOST: z.string().default('127.0.0.1'),
  /** Origins that may use the Agent Chat Protocol with a token, separated by commas; `*` for all. */
  CORS_ORIGINS: originsSchema,
  TOOLS_API_HOST: z.string().default('127.0.0.1'),
  /** URL at which people reach web, if a proxy changes it. */
  SHIPMATE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** URL at which clients reach tools-api, if a proxy changes it. */
  TOOLS_API_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  WORKER_HOST: z.string().default('127.0.0.1'),
  /** Maximum number of runs that the worker executes at once. */
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(4),
  /** Maximum number of one organization's runs that all workers together execute at once; unlimited without it. */
  WORKER_ORGANIZATION_CONCURRENCY: z.coerce.number().int().min(1).optional(),
  /** `up` starts a simulated cluster if no cluster is configured. */
  DEMO_CLUSTER: z.stringbool().default(true),
  RUN_LEASE_SECONDS: leaseSecondsSchema,
  ANSWER_LANGUAGE: answerLanguageSchema.optional(),
});
export type InstallationEnvironment = z.output<typeof environmentSchema>;

/**
 * Reads the variables of an installation; `options` of the command line override them.
 *
 * @throws AppError `VALIDATION_ERROR`
 */
export function readInstallationEnvironment(
  options: { readonly [Name in keyof InstallationEnvironment]?: string | undefined } = {},
): InstallationEnvironment {
  return readVariables(environmentSchema, options);
}
