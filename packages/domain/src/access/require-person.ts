import { AppError, type Principal } from '@shipmate/core';

/**
 * Requires that a person acts, who is signed in or whom the issuer of a JWT calls one: programs act with tokens and jobs.
 *
 * @throws AppError `UNAUTHORIZED`, which names the deed.
 */
export function requirePerson({ via, isPerson = false }: Principal, deed: string): void {
  if (via === 'session' || via === 'local' || (via === 'jwt' && isPerson)) return;
  const message = `Sign in with a browser to ${deed}. This token cannot, as it does not say that a person holds it.`;
  throw new AppError({ code: 'UNAUTHORIZED', message });
}
