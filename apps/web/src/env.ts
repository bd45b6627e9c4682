import { leaseSecondsSchema } from '@shipmate/agents';
import { checkToolsEnvironment, toolsEnvironmentSchema } from '@shipmate/agents/tools';
import { modelEnvironmentSchema } from '@shipmate/providers';
import { admissionEnvironmentSchema, importMemorySchema, jwtEnvironmentSchema, originsSchema } from '@shipmate/server';
import { logLevels, parseEnvironment, shutdownDelaySchema, storageQuotaSchema } from '@shipmate/runtime';
import { gitEnvironmentSchema } from '@shipmate/tools';
import { z } from 'zod';

const environmentSchema = z
  .object({
    ...modelEnvironmentSchema.shape,
    ...storageQuotaSchema.shape,
    ...toolsEnvironmentSchema.shape,
    ...gitEnvironmentSchema.shape,
    ...jwtEnvironmentSchema.shape,
    ...admissionEnvironmentSchema.shape,
    ...importMemorySchema.shape,
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    WEB_HOST: z.string().default('127.0.0.1'),
    WEB_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    /** Where browsers reach the app, when that is not the address that it listens on. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Origins whose pages may speak the Agent Chat Protocol with a token, separated by commas; `*` for all. */
    CORS_ORIGINS: originsSchema,
    /** Whom sign-in links are for. */
    SHIPMATE_USER_EMAIL: z.email().default('demo@shipmate.local'),
    RUN_LEASE_SECONDS: leaseSecondsSchema,
    SHUTDOWN_DELAY_MS: shutdownDelaySchema,
    LOG_LEVEL: z.enum(logLevels).default('info'),
  })
  .superRefine(checkToolsEnvironment);
export type WebEnvironment = z.output<typeof environmentSchema>;

/** Reads the environment; other names of a variable come after its own. @throws AppError `VALIDATION_ERROR` that names every bad variable. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): WebEnvironment {
  const { WEB_PORT, PORT, TOOLS_API_URL, GO_BACKEND_URL } = variables;
  return parseEnvironment(environmentSchema, {
    ...variables,
    WEB_PORT: WEB_PORT || PORT,
    TOOLS_API_URL: TOOLS_API_URL || GO_BACKEND_URL,
  });
}
