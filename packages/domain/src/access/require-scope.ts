import { AppError, type Principal } from '@shipmate/core';
import { coversScope, defaultScopes, personalScopes, type Scope } from './scope.ts';

/** Returns the scopes of a principal's credential; the default ones if it names none. */
export function scopesOf({ scopes = defaultScopes }: Pick<Principal, 'scopes'>): readonly string[] {
  return scopes;
}

/**
 * Checks a principal's right: a signed-in person may do everything, a token what its scopes cover. A JWT
 * whose issuer states that a person presents it also covers personal scopes.
 */
export function hasScope(principal: Principal, scope: Scope): boolean {
  const { via, isPerson = false, scopes } = principal;
  if (via === 'session' || via === 'local') return true;
  if (coversScope(scopesOf(principal), scope)) return true;
  return via === 'jwt' && isPerson && (scopes === undefined || isPersonal(scope));
}

/**
 * Requires a scope. `action` completes "to …".
 *
 * @throws AppError `UNAUTHORIZED` with `details.scope`.
 */
export function requireScope(principal: Principal, scope: Scope, action: string): void {
  if (hasScope(principal, scope)) return;
  const scopes = scopesOf(principal);
  const has = scopes.length === 0 ? 'no scopes' : `the scopes ${scopes.join(', ')}`;
  throw new AppError({
    code: 'UNAUTHORIZED',
    message: `Use a token with the scope "${scope}" to ${action}, or a signed-in browser. This token has ${has}.`,
    details: { scope },
  });
}

function isPersonal(scope: Scope): boolean {
  return personalScopes.some((name) => name === scope);
}
