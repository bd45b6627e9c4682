import { AppError, type Logger } from '@shipmate/core';
import { redactPatch } from '@shipmate/domain/secrets';
import { type ProcessResult, runProcess } from '@shipmate/runtime/process';
import { toLoggedText } from '../log/logged-text.ts';
import { withoutOwnLock } from './index-lock.ts';
import { type GitSetting, type RemoteVariables, toGitVariables } from './git-variables.ts';
import { findWriteFailure, toWriteError } from './write-failure.ts';

/** One call of git. */
export interface GitCall {
  /** The folder in which git runs. */
  readonly folder: string;
  /** The subcommand and its arguments. They are logged without secrets of known formats, so credentials of others do not belong there. */
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  /** The repository and its work tree; without one git finds none. Git looks for none by itself. */
  readonly repository?: { readonly gitDir: string; readonly workTree?: string | undefined } | undefined;
  /** An index beside the repository's own. */
  readonly indexFile?: string | undefined;
  readonly stdin?: string | undefined;
  /** Receives the bytes of the output, however many they are; `stdout` of the result is empty then. */
  readonly onStdout?: ((bytes: Uint8Array) => void) | undefined;
  readonly remote?: RemoteVariables | undefined;
  readonly author?: { readonly name: string; readonly email: string } | undefined;
  /** Settings beside the hardened ones. */
  readonly settings?: readonly GitSetting[] | undefined;
  readonly logger?: Logger | undefined;
  readonly maxOutputBytes?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxMemoryBytes?: number | undefined;
  /** Where git looks for programs. */
  readonly path?: string | undefined;
}

/** Limits of a call that names none: 60 s, 4 MB of output and 1 GB of memory. */
const defaultLimits = { timeoutMs: 60_000, maxOutputBytes: 4_000_000, maxMemoryBytes: 1_000_000_000 };

const installHint = 'Install git on the machine that Shipmate runs on.';

/**
 * Runs git. Every process of git that Shipmate starts is started here: with an environment of its own, settings that a repository
 * cannot override, no terminal and no transport that is not given. An exit code other than 0 is a result.
 *
 * @throws AppError `TIMEOUT`, `PAYLOAD_TOO_LARGE` over the limit of memory, `UNAVAILABLE` without git and on a full disk, `ABORTED`.
 */
export async function runGit(call: GitCall): Promise<ProcessResult> {
  const { folder, args, signal, repository, stdin, onStdout, remote, author, settings = [], logger, path } = call;
  const { timeoutMs = defaultLimits.timeoutMs, maxOutputBytes = defaultLimits.maxOutputBytes } = call;
  const { maxMemoryBytes = defaultLimits.maxMemoryBytes } = call;
  const started = performance.now();
  const env = toGitVariables({
    path,
    gitDir: repository?.gitDir,
    workTree: repository?.workTree,
    indexFile: call.indexFile,
    remote,
    author,
    settings,
  });
  const options = {
    cwd: folder,
    env,
    signal,
    timeoutMs,
    maxOutputBytes,
    maxMemoryBytes,
    installHint,
    // It reads the index and the files of ignore rules, and starts no other program.
    isSingle: args[0] === 'ls-files',
    ...(stdin !== undefined && { stdin }),
    ...(onStdout && { onStdout }),
  };
  const result = await withoutOwnLock(call, () => runProcess('git', ['--no-pager', ...args], options));
  const { exitCode, timedOut, outOfMemory } = result;
  const ms = Math.round(performance.now() - started);
  logger?.info('git', {
    args: args.map(toLoggedText),
    exitCode,
    ms,
    output: toLoggedText(withoutKeys(`${result.stderr.slice(0, 2_000)}${result.stdout.slice(0, 4_000)}`)),
  });
  if (timedOut && remote === undefined) {
    throw new AppError({
      code: 'TIMEOUT',
      message: `git ${args[0]} took longer than ${timeoutMs / 1_000} s. Narrow the call, for example to fewer paths.`,
    });
  }
  if (outOfMemory) {
    throw new AppError({
      code: 'PAYLOAD_TOO_LARGE',
      message: `git ${args[0]} needed more than ${maxMemoryBytes / 1_000_000} MB of memory. Narrow the call to fewer files.`,
    });
  }
  const unwritable = exitCode === 0 ? undefined : findWriteFailure(result.stderr);
  if (unwritable !== undefined) throw toWriteError(unwritable, result.stderr);
  return result;
}

/** Redacts parts of private keys in a patch, of which git also repeats a line in the headings of hunks. */
function withoutKeys(output: string): string {
  return redactPatch(output).replaceAll(/^(@@[^@\n]*@@).*/gmu, '$1');
}
