import { AppError, type Principal } from '@shipmate/core';

/**
 * Requires a browser session, or the machine of the installation. @throws AppError `UNAUTHORIZED`, which
 * names the action.
 */
export function requireSignIn({ via }: Principal, action: string): void {
  if (via === 'session' || via === 'local') return;
  throw new AppError({
    code: 'UNAUTHORIZED',
    message: `Sign in with a browser to ${action}. API tokens are not accepted.`,
  });
}
