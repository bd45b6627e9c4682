import { AppError, type AppErrorOptions } from '@shipmate/core';

type Failure = Pick<AppErrorOptions, 'code' | 'message' | 'details'>;

const failures: readonly (readonly [pattern: RegExp, toFailure: (host: string) => Failure])[] = [
  [
    /stale info|\[rejected\]|reference already exists/,
    () => ({ code: 'CONFLICT', message: 'The branch already exists. Choose another name.' }),
  ],
  [
    /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Permission denied|error: 40[13]/,
    (host) => ({
      code: 'VALIDATION_ERROR',
      message: `${host} refuses the credentials. Give a token that may write to this repository.`,
      details: { reason: 'credentials' },
    }),
  ],
  [
    /error: 30\d|redirect/,
    (host) => ({
      code: 'VALIDATION_ERROR',
      message: `${host} has moved this repository. Open it in a browser and give the address that you come to.`,
    }),
  ],
  [
    /not found|does not exist|does not appear to be a git repository/i,
    (host) => ({
      code: 'NOT_FOUND',
      message: `${host} shows no such repository. Check the address, and that the token may read it.`,
    }),
  ],
  [
    /Host key verification failed/,
    (host) => ({ code: 'UNAVAILABLE', message: `The host key of ${host} is not known here. Use https.` }),
  ],
];

/** Failures of a folder of this machine, which has no address and no credentials. */
const folderFailures: typeof failures = [
  [
    /Permission denied/,
    () => ({ code: 'VALIDATION_ERROR', message: 'Shipmate has no permission for the folder of the repository.' }),
  ],
  [
    /not found|does not exist|does not appear to be a git repository/i,
    () => ({
      code: 'NOT_FOUND',
      message: 'The folder of the repository does not exist on this machine, or holds no git repository.',
    }),
  ],
];

const maxRemoteText = 300;

/**
 * Converts git's error output to an error that says what to do.
 *
 * @param hostname Of the remote; empty for a folder of this machine.
 */
export function toGitError(
  hostname: string,
  { stderr, timedOut = false }: { readonly stderr: string; readonly timedOut?: boolean },
): AppError {
  const isFolder = hostname === '';
  const host = isFolder ? 'The folder of the repository' : hostname;
  if (timedOut) {
    return new AppError({ code: 'EXTERNAL_API_ERROR', message: `${host} was not done in time. Try again later.` });
  }
  const known = [...(isFolder ? folderFailures : []), ...failures].find(([pattern]) => pattern.test(stderr));
  if (known) return new AppError({ ...known[1](host), cause: stderr });
  // The remote's message about its own rules is the part that the user needs.
  const said = [...stderr.matchAll(/^remote: *(\S.*)$/gm)]
    .map(([, line]) => line)
    .join(' ')
    .slice(0, maxRemoteText);
  const message = said === '' ? `${host} cannot be reached by git, or fails.` : `${host} refuses the branch: ${said}`;
  return new AppError({ code: 'EXTERNAL_API_ERROR', message, cause: stderr });
}
