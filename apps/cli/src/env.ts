import { storageEnvironmentSchema } from '@shipmate/db/environment';
import { logLevels, parseEnvironment } from '@shipmate/runtime';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

/** Ports of the apps. */
export const portEnvironmentSchema = z.object({
  WEB_PORT: port.default(3000),
  TOOLS_API_PORT: port.default(8080),
  WORKER_PORT: port.default(3001),
});

/** Variables of commands that open the database. */
export const databaseEnvironmentSchema = z.object({
  ...storageEnvironmentSchema.shape,
  /** URL of an external PostgreSQL server; without it the embedded database in the data directory is used. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SHIPMATE_DATA_DIR: z.string().default('.shipmate'),
  SHIPMATE_USER_EMAIL: z.email().default('demo@shipmate.local'),
  LOG_LEVEL: z.enum(logLevels).default('warn'),
});
export type DatabaseEnvironment = z.output<typeof databaseEnvironmentSchema>;

/** Variables of commands that call a running installation. */
export const clientEnvironmentSchema = z.object({
  /** URL of the web app. */
  SHIPMATE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SHIPMATE_TOKEN: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'has characters that no API token has; copy the token again')
    .optional(),
  /** URL of tools-api. */
  TOOLS_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  ...portEnvironmentSchema.pick({ WEB_PORT: true }).shape,
  /** A person reads standard error, so that only errors are logged. */
  LOG_LEVEL: z.enum(logLevels).default('error'),
});

/**
 * Reads the variables of a schema; `options` of the command line override them.
 *
 * @throws AppError `VALIDATION_ERROR`
 */
export function readVariables<Schema extends z.ZodObject>(
  schema: Schema,
  options: { readonly [Name in keyof z.output<Schema>]?: string | undefined } = {},
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return parseEnvironment(schema, { ...process.env, ...given });
}
