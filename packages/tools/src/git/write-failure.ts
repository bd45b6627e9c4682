import { AppError } from '@shipmate/core';

/** Reasons of the system, at the end of a message of git. */
const reason =
  /: (no space left on device|disk quota exceeded|file too large|read-only file system|input\/output error)$/iu;

/** Messages of git that name no reason. */
const unexplained =
  /^(?:error: (?:unable to write file |failed to write new configuration file )|fatal: cannot update ref .*: couldn't write ')|write error\. Out of diskspace$/u;

/** Finds the reason for which git could not write here: `''` without one, `undefined` if it could. Lines of the remote are left out. */
export function findWriteFailure(stderr: string): string | undefined {
  for (const line of stderr.split('\n')) {
    if (/^remote:|remote unpack failed/u.test(line)) continue;
    const found = reason.exec(line)?.[1] ?? (unexplained.test(line) ? '' : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Converts the reason of a write that failed to an error that says what to do. */
export function toWriteError(found: string, cause: unknown): AppError {
  const message =
    `Git cannot write to the folder of repositories${found === '' ? '' : ` (${found.toLowerCase()})`}. ` +
    'Ask the operator to free space on its disk, then try again.';
  return new AppError({ code: 'UNAVAILABLE', message, details: { reason: 'disk' }, cause });
}
