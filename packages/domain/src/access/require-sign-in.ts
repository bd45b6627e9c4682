import { AppError, type Principal } from '@shipmate/core';

/**
 * Requires a browser session, or the machine of the installation. @throws AppError `UNAUTHORIZED`, which
 * names the action.
 */
export function requireSignIn(principal: Principal, action: string): void {
  if (isSignedIn(principal)) return;
  throw new AppError({
    code: 'UNAUTHORIZED',
    message: `Sign in with a browser to ${action}. API tokens are not accepted.`,
  });
}

/** Returns true for a browser session, and for the machine of the installation. */
export function isSignedIn({ via }: Pick<Principal, 'via'>): boolean {
  return via === 'session' || via === 'local';
}
