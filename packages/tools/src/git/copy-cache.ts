import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { openRepository } from './git-repository.ts';
import { isDamage, toDamageError } from './repository-damage.ts';
import { type GitCall, runGit } from './run-git.ts';

/** A copy of a bare repository. */
interface CacheCopy {
  readonly cache: string;
  /** The folder of the copy. */
  readonly copy: string;
  readonly signal: AbortSignal;
  readonly path: string | undefined;
  readonly timeoutMs: number;
}

/** Another process may rename a file of the original while it is copied. */
const maxAttempts = 3;

/** Copies a bare repository, unless the copy exists. Git makes links to its objects where the file system has them. */
export async function copyCache({ cache, copy, signal, path, timeoutMs }: CacheCopy): Promise<void> {
  if (existsSync(copy)) return;
  await openRepository({ folder: cache, isBare: true, signal, path });
  const part = `${copy}.${randomUUID()}`;
  const run = (args: readonly string[], more: Partial<GitCall>) =>
    runGit({ folder: '/', signal, path, timeoutMs, ...more, args });
  const remote = { variables: { GIT_ALLOW_PROTOCOL: 'file' }, settings: [] };
  const clone = () => run(['clone', '--quiet', '--mirror', '--template=', '--no-tags', '--', cache, part], { remote });
  try {
    let result = await clone();
    for (let attempt = 1; result.exitCode !== 0 && !result.timedOut && attempt < maxAttempts; attempt += 1) {
      result = await clone();
    }
    if (result.exitCode === 0) {
      // The copy knows no remote: each call names its own.
      const args = ['config', '--remove-section', 'remote.origin'];
      result = await run(args, { repository: { gitDir: part } });
    }
    if (result.exitCode !== 0 && isDamage(result.stderr)) throw toDamageError(result.stderr);
    if (result.exitCode !== 0) {
      const message = 'The repository could not be copied on this machine.';
      throw new AppError({ code: 'CONFLICT', message, cause: result.stderr });
    }
    await rename(part, copy).catch((thrown: unknown) => {
      if (!existsSync(join(copy, 'HEAD'))) throw thrown;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}
