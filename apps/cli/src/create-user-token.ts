import { type AnyToolDefinition, AppError, type Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { parseScopes, type Scope } from '@shipmate/domain/access';
import { createExtensionToken } from '@shipmate/domain/use-cases';
import { createSecret, extensionTokenPrefix, hashSecret } from '@shipmate/server';

/** A token to be created for a user of this installation. */
interface NewUserToken {
  /** The user's email address. */
  readonly email: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null for a token that does not expire. */
  readonly expiresAt: Date | null;
}

/** Creates an API token and returns its secret. @throws AppError `NOT_FOUND` for an unknown user. */
export async function createUserToken(
  unitOfWork: UnitOfWork,
  { email, name, scopes, expiresAt }: NewUserToken,
): Promise<string> {
  const owner = await findOwner(unitOfWork, email);
  const secret = createSecret(extensionTokenPrefix);
  const token = { id: newId(), name, secretHash: hashSecret(secret), expiresAt, scopes };
  await createExtensionToken(unitOfWork, owner, token);
  return secret;
}

/**
 * Parses scopes separated by commas. The families of all tools are imported only for this.
 *
 * @throws AppError `VALIDATION_ERROR`
 */
export async function parseScopeOption(text: string): Promise<readonly Scope[]> {
  const { allTools } = await import('@shipmate/tools');
  const families = allTools.map(({ category = 'general', writesTo = category }: AnyToolDefinition) => writesTo);
  return parseScopes(
    text.split(',').map((scope) => scope.trim()),
    families,
  );
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
