import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import type { ProcessResult } from '@shipmate/runtime/process';
import type { RepositoryPlace } from './git-port.ts';
import { openRepository } from './git-repository.ts';
import { type GitCall, runGit } from './run-git.ts';

/** Runs work within the limits of an organization. */
export type RunForOrganization = <Result>(
  organizationId: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/** Runs git in an opened repository. */
type Git = (
  args: readonly string[],
  options?: Pick<GitCall, 'maxOutputBytes' | 'timeoutMs' | 'stdin' | 'onStdout'>,
) => Promise<ProcessResult>;

/** Creates a function that opens a bare repository, once it exists, and lets work run git in it. */
export function createBareGit({ path, run }: { readonly path: string | undefined; readonly run: RunForOrganization }) {
  return async function within<Result>(
    { organizationId, cache }: RepositoryPlace,
    callerSignal: AbortSignal,
    work: (git: Git) => Promise<Result>,
  ): Promise<Result> {
    if (!existsSync(join(cache, 'HEAD'))) throw missing();
    return run(organizationId, callerSignal, async (signal) => {
      const { gitDir, settings } = await openRepository({ folder: cache, isBare: true, signal, path });
      return work((args, options) =>
        runGit({ args, ...options, folder: cache, repository: { gitDir }, settings, path, signal }),
      );
    });
  };
}

/** Returns true for the id of an object. */
export function isHash(text: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u.test(text);
}

/** Creates the error about a part of a repository that does not exist. */
export function absent(subject: string): AppError {
  return new AppError({ code: 'NOT_FOUND', message: `${subject} does not exist in the repository.` });
}

function missing(): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: 'The repository has not been fetched to this machine yet. Fetch it, or start a job.',
  });
}
