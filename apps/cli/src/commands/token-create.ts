import { type AnyToolDefinition, AppError, type Principal, systemClock } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { defaultScopes, parseScopes, type Scope } from '@shipmate/domain/access';
import { createExtensionToken } from '@shipmate/domain/use-cases';
import { createSecret, extensionTokenPrefix, hashSecret } from '@shipmate/server';
import { allTools } from '@shipmate/tools';
import { defineCommand } from '../command.ts';
import { readEnvironment } from '../env.ts';
import { withDatabase } from '../with-database.ts';

/** `shipmate token create`: creates a token with which programs call the tools API. */
export const tokenCreate = defineCommand({
  name: 'token create',
  summary: 'Create an API token and print it once.',
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
    'data-dir': {
      type: 'string',
      placeholder: '<path>',
      description: 'The data directory, used without DATABASE_URL.',
    },
  },
  notes:
    'Send it as "Authorization: Bearer <token>". Without DATABASE_URL, stop "shipmate up" first, or create the token in the browser under "API tokens".',
  run: async (options, { terminal }) => {
    const { name } = options;
    if (!name?.trim())
      throw new AppError({ code: 'VALIDATION_ERROR', message: 'The name of the token is missing. Add --name <name>.' });
    const scopes = options.scope === undefined ? defaultScopes : toScopes(options.scope);
    const expiresAt = toExpiry(options['expires-in'] ?? '90d');
    const environment = readEnvironment({
      SHIPMATE_DATA_DIR: options['data-dir'],
      SHIPMATE_USER_EMAIL: options.user,
    });
    await withDatabase(environment, async ({ unitOfWork }) => {
      const owner = await findOwner(unitOfWork, environment.SHIPMATE_USER_EMAIL);
      const secret = createSecret(extensionTokenPrefix);
      await createExtensionToken(unitOfWork, owner, {
        id: newId(),
        name: name.trim(),
        secretHash: hashSecret(secret),
        expiresAt,
        scopes,
      });
      terminal.print(secret);
      terminal.warn(`Its scopes: ${scopes.join(', ')}.`);
      terminal.warn(
        `It is not stored and not shown again; it ${expiresAt ? `expires at ${expiresAt.toISOString()}` : 'does not expire'}.`,
      );
    });
  },
});

/** Returns the scopes of the families of all tools. */
function toScopes(text: string): readonly Scope[] {
  const families = allTools.map(({ category = 'general', writesTo = category }: AnyToolDefinition) => writesTo);
  return parseScopes(
    text.split(',').map((scope) => scope.trim()),
    families,
  );
}

function toExpiry(expiresIn: string): Date | null {
  return expiresIn === 'never' ? null : new Date(systemClock.now().getTime() + parseDuration(expiresIn));
}

async function findOwner({ stores: { users } }: UnitOfWork, email: string): Promise<Principal> {
  const user = await users.findUserByEmail(email);
  const [organization] = user ? await users.listOrganizations(user.id) : [];
  if (user && organization) return { userId: user.id, organizationId: organization.id, via: 'local' };
  throw new AppError({
    code: 'NOT_FOUND',
    message: `User "${email}" with an organization not found. Run "shipmate up" or "shipmate migrate --seed" once.`,
  });
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
