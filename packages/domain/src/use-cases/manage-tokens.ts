import { AppError, type Principal } from '@shipmate/core';
import { isOwner } from './require-owner.ts';
import type { Stores } from '../persistence/stores.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import type { ExtensionToken } from '../access/credential.ts';
import type { NewExtensionToken } from '../access/credential-store.ts';
import { coversScope, defaultScopes, type Scope } from '../access/scope.ts';

/** The most tokens of a person that are not revoked. */
const maxTokens = 200;

/**
 * Creates a token for the principal's programs, with the default scopes unless others are given.
 *
 * @throws AppError `VALIDATION_ERROR` for a scope beyond the default ones, unless the principal owns the
 * organization; `CONFLICT` if the person has 200 tokens.
 */
export async function createExtensionToken(
  unitOfWork: UnitOfWork,
  principal: Principal,
  token: NewExtensionToken,
): Promise<ExtensionToken> {
  const { scopes = defaultScopes } = token;
  return unitOfWork.transaction(async (stores) => {
    await requireGrantable(stores, principal, scopes);
    if ((await stores.credentials.listExtensionTokens(principal)).length >= maxTokens) {
      const message = `You have ${maxTokens} API tokens, the maximum. Revoke those that no program uses.`;
      throw new AppError({ code: 'CONFLICT', message });
    }
    const made = await stores.credentials.createExtensionToken(principal, { ...token, scopes });
    const details = { name: made.name, scopes: [...made.scopes] };
    await stores.audit.append(principal, { kind: 'token_created', subjectId: made.id, details });
    return made;
  });
}

/** Checks whether every member may grant a scope; only owners of the organization may grant the others. */
export function isDefaultScope(scope: Scope): boolean {
  return coversScope(defaultScopes, scope);
}

async function requireGrantable(
  { users }: Pick<Stores, 'users'>,
  principal: Principal,
  scopes: readonly Scope[],
): Promise<void> {
  const beyond = scopes.filter((scope) => !isDefaultScope(scope));
  if (beyond.length === 0 || (await isOwner(users, principal))) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `Only owners of the organization grant ${beyond.map((scope) => `"${scope}"`).join(', ')}. Ask an owner, or leave it out.`,
    details: { field: 'scopes', scopes: beyond },
  });
}

/**
 * Revokes a token. Idempotent. @throws AppError `NOT_FOUND` if it does not exist or belongs to another user.
 */
export async function revokeExtensionToken(
  unitOfWork: UnitOfWork,
  principal: Principal,
  { tokenId, now }: { readonly tokenId: string; readonly now: Date },
): Promise<void> {
  await unitOfWork.transaction(async ({ credentials, audit }) => {
    await credentials.revokeExtensionToken(principal, tokenId, now);
    await audit.append(principal, { kind: 'token_revoked', subjectId: tokenId });
  });
}
