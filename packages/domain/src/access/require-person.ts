import { AppError, type Principal } from '@shipmate/core';

/** Requires that whoever acts is signed in: programs act with tokens and jobs. @throws AppError `UNAUTHORIZED`, which names the deed. */
export function requirePerson({ via }: Principal, deed: string): void {
  if (via === 'session' || via === 'local') return;
  throw new AppError({ code: 'UNAUTHORIZED', message: `Sign in with a browser to ${deed}. A token cannot.` });
}
