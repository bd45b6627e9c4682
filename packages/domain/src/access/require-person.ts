import type { Principal } from '@shipmate/core';
import { requireSignIn } from './require-sign-in.ts';

/**
 * Requires that a person acts, who is signed in or whom the issuer of a JWT calls one: programs act with tokens and jobs.
 *
 * @throws AppError `UNAUTHORIZED`, which names the deed.
 */
export function requirePerson(principal: Principal, deed: string): void {
  const isVouchedFor = principal.via === 'jwt' && principal.isPerson === true;
  if (!isVouchedFor) requireSignIn(principal, deed);
}
