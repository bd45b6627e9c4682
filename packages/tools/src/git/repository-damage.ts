import { AppError } from '@shipmate/core/tool';

/** Messages of git about a repository of this machine: one that is not complete, objects and branches that it cannot read, and locks that were left. */
const damages: readonly RegExp[] = [
  /not a git repository/u,
  /bad object|loose object|object file|did not send all necessary objects/u,
  /unable to read (?:tree|sha1|object)|missing (?:blob|tree|commit|object)|is corrupt/u,
  /reference broken|packed-refs/u,
  /cannot lock ref|Unable to create '[^']*\.lock': File exists/u,
];

/** Returns true if git failed because it cannot use a repository of this machine. Lines of the remote are left out. */
export function isDamage(stderr: string): boolean {
  return stderr
    .split('\n')
    .some((line) => !line.startsWith('remote:') && damages.some((pattern) => pattern.test(line)));
}

/** Creates the error about a copy of a repository that git cannot use; `isDamagedCopy` tells it from others. */
export function toDamageError(cause: string): AppError {
  const message =
    'The copy of the repository on this machine is damaged: git cannot read some of its objects or branches. ' +
    'Start a new job, which fetches the repository again.';
  return new AppError({ code: 'CONFLICT', message, details: { reason: 'damaged' }, cause });
}

/** Returns true for the error about a copy of a repository that git cannot use. */
export function isDamagedCopy(thrown: unknown): boolean {
  if (!AppError.isInstance(thrown) || thrown.code !== 'CONFLICT') return false;
  const { details } = thrown;
  return typeof details === 'object' && details !== null && 'reason' in details && details.reason === 'damaged';
}
