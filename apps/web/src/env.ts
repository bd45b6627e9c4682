import { answerLanguageSchema, leaseSecondsSchema, repositoryEnvironmentSchema } from '@shipmate/agents';
import { checkRemoteToolsEnvironment, remoteToolsEnvironmentSchema } from '@shipmate/agents/tools';
import { storageEnvironmentSchema } from '@shipmate/db/environment';
import { modelEnvironmentSchema } from '@shipmate/providers';
import { admissionEnvironmentSchema, importMemorySchema, jwtEnvironmentSchema, originsSchema } from '@shipmate/server';
import { logLevels, parseEnvironment, shutdownDelaySchema, telemetryEnvironmentSchema } from '@shipmate/runtime';
import { toolEnvironmentSchema } from '@shipmate/tools';
import { z } from 'zod';

const environmentSchema = z
  .object({
    ...modelEnvironmentSchema.shape,
    ...telemetryEnvironmentSchema.shape,
    ...storageEnvironmentSchema.shape,
    ...toolEnvironmentSchema.shape,
    ...remoteToolsEnvironmentSchema.shape,
    ...jwtEnvironmentSchema.shape,
    ...admissionEnvironmentSchema.shape,
    ...importMemorySchema.shape,
    ...repositoryEnvironmentSchema.shape,
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    WEB_HOST: z.string().default('127.0.0.1'),
    WEB_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    /** Address of the app for browsers, when it differs from the listener's. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Origins whose pages may use the Agent Chat Protocol with a token, separated by commas; `*` for all. */
    CORS_ORIGINS: originsSchema,
    /** Email address of the person that sign-in links sign in. */
    SHIPMATE_USER_EMAIL: z.email().default('demo@shipmate.local'),
    RUN_LEASE_SECONDS: leaseSecondsSchema,
    ANSWER_LANGUAGE: answerLanguageSchema.optional(),
    SHUTDOWN_DELAY_MS: shutdownDelaySchema,
    LOG_LEVEL: z.enum(logLevels).default('info'),
  })
  .superRefine(checkRemoteToolsEnvironment);
export type WebEnvironment = z.output<typeof environmentSchema>;

/**
 * Reads the environment; a variable's own name takes precedence over its alternatives. @throws AppError
 * `VALIDATION_ERROR` that names every bad variable.
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): WebEnvironment {
  return parseEnvironment(environmentSchema, variables, { WEB_PORT: 'PORT', TOOLS_API_URL: 'GO_BACKEND_URL' });
}
