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

/** The options that stand in for variables, in all commands that have them. */
const optionOf: Readonly<Record<string, string>> = {
  SHIPMATE_URL: '--url',
  TOOLS_API_URL: '--url',
  SHIPMATE_DATA_DIR: '--data-dir',
  SHIPMATE_USER_EMAIL: '--user',
  WEB_PORT: '--port',
};

/**
 * Reads the variables of a schema; `options` of the command line override them, and are named as options in errors.
 *
 * @throws AppError `VALIDATION_ERROR`
 */
export function readVariables<Schema extends z.ZodObject>(
  schema: Schema,
  options: { readonly [Name in keyof z.output<Schema>]?: string | undefined } = {},
): z.output<Schema> {
  const variables: Record<string, string | undefined> = { ...process.env };
  const aliases: Record<string, string> = {};
  for (const [name, value] of Object.entries<string | undefined>(options)) {
    if (value === undefined) continue;
    const option = optionOf[name];
    variables[name] = option === undefined ? value : undefined;
    if (option === undefined) continue;
    variables[option] = value;
    aliases[name] = option;
  }
  return parseEnvironment(schema, variables, aliases);
}
