import { AppError, type Principal } from '@shipmate/core';

/**
 * Requires a browser session, or the machine of the installation. @throws AppError `UNAUTHORIZED`, which
 * names the deed.
 */
export function requireSignIn({ via }: Principal, deed: string): void {
  if (via === 'session' || via === 'local') return;
  throw new AppError({ code: 'UNAUTHORIZED', message: `Sign in with a browser to ${deed}. A token cannot.` });
}
