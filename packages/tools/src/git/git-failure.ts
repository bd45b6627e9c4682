import { AppError, type AppErrorOptions } from '@shipmate/core/tool';

type Failure = Pick<AppErrorOptions, 'code' | 'message' | 'details'>;

/** Failures by the output of git; the first whose pattern matches is the cause. `found` is the group of the pattern. */
type Failures = readonly (readonly [pattern: RegExp, toFailure: (host: string, found: string) => Failure])[];

/** Failures whose cause is known, whatever the remote says about them. */
const refusals: Failures = [
  [
    /mismatched algorithms/,
    (host) => ({
      code: 'VALIDATION_ERROR',
      message: `${host} names its objects by SHA-256. Shipmate works in repositories with SHA-1, the format that git creates by default.`,
    }),
  ],
  [
    /stale info|\[rejected\]|reference already exists/,
    () => ({ code: 'CONFLICT', message: 'The branch already exists. Choose another name.' }),
  ],
  [
    /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Permission denied|returned error: 40[13]\b/,
    (host) => ({
      code: 'VALIDATION_ERROR',
      message: `${host} refuses the credentials. Give a token that may write to this repository.`,
      details: { reason: 'credentials' },
    }),
  ],
  [
    /returned error: 30\d\b|redirect/,
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
const folderFailures: Failures = [
  [
    /detected dubious ownership/,
    () => ({
      code: 'VALIDATION_ERROR',
      message:
        'The folder of the repository belongs to another user of this machine, so git does not read it. Make the user that runs Shipmate its owner.',
    }),
  ],
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

const code = 'EXTERNAL_API_ERROR';

/** Failures of the host and of the connection to it. */
const faults: Failures = [
  [
    /(?:returned error: |HTTP )([45]\d\d)\b/,
    (host, status) => ({
      code,
      message: `${host} answers git with the HTTP status ${status}. Try again later; if it stays, ask the operator of ${host}.`,
    }),
  ],
  [
    /(Failed to connect|Could not resolve|Connection (?:refused|timed out)|No route to host|Network is unreachable)/,
    (host, problem) => ({
      code,
      message: `${host} cannot be reached (${problem.toLowerCase()}). Check the address and the network of this machine, then try again.`,
    }),
  ],
  [
    /early EOF|disconnect|hung up|transfer closed|still expected|expected (?:flush|'packfile')|Connection reset/,
    (host) => ({ code, message: `${host} closed the connection before it had sent everything. Try again.` }),
  ],
  [
    /inflate|unpack-objects failed|index-pack failed|bad line length|protocol error|info\/refs not valid/,
    (host) => ({
      code,
      message: `${host} sent data that git cannot read. Check that the address is that of a git repository, then try again.`,
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
    const message = `${host} did not answer git in time. Check that it can be reached, then try again.`;
    return new AppError({ code, message, cause: stderr });
  }
  // The remote's message about its own rules is the part that the user needs.
  const said = [...stderr.matchAll(/^remote: *(\S.*)$/gm)]
    .map(([, line]) => line)
    .join(' ')
    .slice(0, maxRemoteText);
  const known = isFolder ? [...folderFailures, ...refusals] : refusals;
  const failure = findFailure(known, host, stderr) ?? (said === '' ? findFailure(faults, host, stderr) : undefined);
  if (failure) return new AppError({ ...failure, cause: stderr });
  const checked = isFolder ? 'it with "git fsck"' : 'the address and the token of the repository';
  const message =
    said === ''
      ? `${host} cannot be used with git. Check ${checked}, then try again.`
      : `${host} refuses the branch: ${said}`;
  return new AppError({ code, message, cause: stderr });
}

function findFailure(failures: Failures, host: string, stderr: string): Failure | undefined {
  for (const [pattern, toFailure] of failures) {
    const found = pattern.exec(stderr);
    if (found) return toFailure(host, found[1] ?? '');
  }
  return undefined;
}
