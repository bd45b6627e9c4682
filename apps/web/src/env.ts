import { modelEnvironmentSchema } from '@shipmate/providers';
import { jwtEnvironmentSchema, originsSchema } from '@shipmate/server';
import { logLevels, parseEnvironment } from '@shipmate/runtime';
import { gitEnvironmentSchema, helmEnvironmentSchema } from '@shipmate/tools';
import { z } from 'zod';

const environmentSchema = z
  .object({
    ...modelEnvironmentSchema.shape,
    ...helmEnvironmentSchema.shape,
    ...gitEnvironmentSchema.shape,
    ...jwtEnvironmentSchema.shape,
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    WEB_HOST: z.string().default('127.0.0.1'),
    WEB_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    /** Where browsers reach the app, when that is not the address that it listens on. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Origins whose pages may speak the Agent Chat Protocol with a token, separated by commas; `*` for all. */
    CORS_ORIGINS: originsSchema,
    /** Whom sign-in links are for. */
    SHIPMATE_USER_EMAIL: z.email().default('demo@shipmate.local'),
    /** Runs tools there instead of in this process; needs `SHIPMATE_SECRET`. */
    TOOLS_API_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Shared with tools-api, to sign tool tokens with. */
    SHIPMATE_SECRET: z.string().min(32).optional(),
    ARTIFACT_HUB_URL: z.url({ protocol: /^https?$/ }).optional(),
    LOG_LEVEL: z.enum(logLevels).default('info'),
  })
  .refine(({ TOOLS_API_URL: url, SHIPMATE_SECRET: secret }) => url === undefined || secret !== undefined, {
    path: ['SHIPMATE_SECRET'],
    message: 'is needed when TOOLS_API_URL is set',
  });
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
