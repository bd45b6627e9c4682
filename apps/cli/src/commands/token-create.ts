import { AppError, systemClock } from '@shipmate/core';
import { defaultScopes } from '@shipmate/domain/access';
import { defineCommand } from '../command.ts';
import { createUserToken, parseScopeOption } from '../create-user-token.ts';
import { databaseEnvironmentSchema, readVariables } from '../env.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { dataDirOption, withDatabase } from '../with-database.ts';

/** `shipmate token create`: creates a token with which programs call the tools API. */
export const tokenCreate = defineCommand({
  options: {
    name: { type: 'string', placeholder: '<name>', description: 'The purpose of the token. Required.' },
    'expires-in': { type: 'string', placeholder: '<time>', description: '30m, 12h, 90d, or never. Default 90d.' },
    scope: {
      type: 'string',
      placeholder: '<scopes>',
      description: `Scopes of the token, separated by commas. Default ${defaultScopes.join(',')}.`,
    },
    user: {
      type: 'string',
      placeholder: '<email>',
      description: 'The user of the token. Default SHIPMATE_USER_EMAIL.',
    },
    json: jsonOption,
    'data-dir': dataDirOption,
  },
  examples: [['token create --name deploy --scope read,cluster:write', 'Create a token that may change clusters']],
  notes:
    'Send it as "Authorization: Bearer <token>". Without DATABASE_URL, stop "shipmate up" first, or create the token in the browser under "API tokens".',
  run: async (options, { terminal }) => {
    const { name } = options;
    if (!name?.trim())
      throw new AppError({ code: 'VALIDATION_ERROR', message: 'The name of the token is missing. Add --name <name>.' });
    const scopes = options.scope === undefined ? defaultScopes : await parseScopeOption(options.scope);
    const expiresAt = toExpiry(options['expires-in'] ?? '90d');
    const environment = readVariables(databaseEnvironmentSchema, {
      SHIPMATE_DATA_DIR: options['data-dir'],
      SHIPMATE_USER_EMAIL: options.user,
    });
    await withDatabase(environment, async ({ unitOfWork }) => {
      const email = environment.SHIPMATE_USER_EMAIL;
      const token = await createUserToken(unitOfWork, { email, name: name.trim(), scopes, expiresAt });
      if (options.json) printJson(terminal, { token, scopes, expiresAt });
      else terminal.print(token);
      terminal.warn(`Its scopes: ${scopes.join(', ')}.`);
      terminal.warn(
        `It is not stored and not shown again; it ${expiresAt ? `expires at ${expiresAt.toISOString()}` : 'does not expire'}.`,
      );
    });
  },
});

function toExpiry(expiresIn: string): Date | null {
  return expiresIn === 'never' ? null : new Date(systemClock.now().getTime() + parseDuration(expiresIn));
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses a duration like `30m`, `12h` or `90d` into milliseconds. @throws AppError `VALIDATION_ERROR` for other formats. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `"${text}" is not a duration. Use minutes, hours or days: 30m, 12h, 90d.`,
    });
  }
  return Number(amount) * unitMs[unit as keyof typeof unitMs];
}
