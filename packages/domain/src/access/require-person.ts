import { AppError, type Principal } from '@shipmate/core';

/**
 * Requires a browser session, the machine of the installation, or a JWT whose issuer states that a person presents it.
 * @throws AppError `UNAUTHORIZED`, which names the action.
 */
export function requirePerson({ via, isPerson = false }: Principal, action: string): void {
  if (via === 'session' || via === 'local' || (via === 'jwt' && isPerson)) return;
  throw new AppError({
    code: 'UNAUTHORIZED',
    message: `Sign in with a browser to ${action}. API tokens are not accepted.`,
  });
}
