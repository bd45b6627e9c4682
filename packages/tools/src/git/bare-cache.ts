import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '@shipmate/core';
import { type ProcessResult, removeFolder } from '@shipmate/runtime/process';
import { toGitError } from './git-failure.ts';
import type { CacheUpdate, RemoteHead } from './git-port.ts';
import type { Remotes } from './git-remotes.ts';
import { openRepository } from './git-repository.ts';
import { isDamage } from './repository-damage.ts';
import { type GitCall, runGit } from './run-git.ts';

/** The signal of a caller, and where git looks for programs. */
type CacheCall = Pick<GitCall, 'signal' | 'path'>;

/** The time that a copy of a remote may take. */
export const cacheTimeoutMs = 600_000;
const maxFetches = 4;

/** Brings the branches of a remote into a bare repository. One that git cannot use is replaced by a new one. */
export async function updateCache(
  { cache, isDamaged = false, ...access }: CacheUpdate,
  { connect, ...call }: CacheCall & { readonly connect: Remotes },
): Promise<RemoteHead | undefined> {
  return connect.open(access, async ({ remote: { url }, variables: remote }) => {
    const require = (result: ProcessResult): string => {
      if (result.exitCode === 0) return result.stdout;
      throw toGitError(url.hostname, result);
    };
    const list = ['ls-remote', '--symref', '--', url.href, 'HEAD'];
    const listed = require(await runGit({ ...call, folder: '/', args: list, remote }));
    const branch = /^ref: refs\/heads\/(\S+)\tHEAD$/mu.exec(listed)?.[1];
    const options = ['--quiet', '--prune', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
    const args = ['fetch', ...options, '--', url.href, '+refs/heads/*:refs/remotes/origin/*'];

    async function fill(folder: string): Promise<ProcessResult> {
      const fetched = await runBesideOthers(folder, call, () =>
        runBare(folder, { ...call, args, remote, timeoutMs: cacheTimeoutMs }),
      );
      if (fetched.exitCode !== 0 || branch === undefined) return fetched;
      const point = ['symbolic-ref', 'HEAD', `refs/heads/${branch}`];
      return runBesideOthers(folder, call, () => runBare(folder, { ...call, args: point }));
    }

    const exists = existsSync(join(cache, 'HEAD'));
    const filled = exists && !isDamaged ? await fill(cache) : undefined;
    if (filled === undefined || isDamage(filled.stderr)) {
      await createCache(cache, { ...call, replaces: exists }, async (folder) => require(await fill(folder)));
    } else require(filled);
    const commit = branch === undefined ? undefined : await findCommit(cache, `refs/remotes/origin/${branch}`, call);
    return branch === undefined || commit === undefined ? undefined : { branch, commit };
  });
}

/**
 * Creates a bare repository beside its place and moves it there once it is filled, so that a process that dies or a full disk leaves no
 * part of one in its place. One that another process created meanwhile stays, unless it is to be replaced. Other users of the machine have no access to
 * new folders above it.
 */
export async function createCache(
  cache: string,
  { replaces, ...call }: CacheCall & { readonly replaces: boolean },
  fill: (folder: string) => Promise<unknown>,
): Promise<void> {
  const [part, replaced] = [`${cache}.${randomUUID()}`, `${cache}.${randomUUID()}`];
  try {
    // Where it fails, git does, too. The code of repositories runs beside the cache, and root could leave programs there that run as root.
    await mkdir(dirname(cache), { recursive: true, mode: 0o700 }).catch(() => undefined);
    const args = ['init', '--quiet', '--bare', '--template=', '--initial-branch=main', '--', part];
    const { exitCode, stderr } = await runGit({ ...call, folder: '/', args, repository: { gitDir: part } });
    if (exitCode !== 0) {
      const message =
        'Git cannot create a repository in the folder of repositories. Check that the folder is writable.';
      throw new AppError({ code: 'CONFLICT', message, cause: stderr });
    }
    await fill(part);
    if (replaces) {
      await rename(cache, replaced).catch((thrown: unknown) => {
        // Another process has moved it away.
        if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')) throw thrown;
      });
    }
    await rename(part, cache).catch((thrown: unknown) => {
      if (!existsSync(join(cache, 'HEAD'))) throw thrown;
    });
  } finally {
    await removeFolder(part);
    await removeFolder(replaced);
  }
}

/** Runs git in a bare repository. */
export async function runBare(cache: string, call: Omit<GitCall, 'folder' | 'repository'>): Promise<ProcessResult> {
  const { signal, path, remote } = call;
  const connects = remote !== undefined;
  const { gitDir, settings } = await openRepository({ folder: cache, isBare: true, connects, signal, path });
  return runGit({ ...call, folder: cache, repository: { gitDir }, settings });
}

/** Returns the commit that a reference of a bare repository names; `undefined` if there is none. */
export async function findCommit(cache: string, ref: string, call: CacheCall): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const { exitCode, stdout } = await runBare(cache, { ...call, args });
  return exitCode === 0 ? stdout.trim() : undefined;
}

/** Runs git again while another process works in the same repository, and removes locks that are older than any fetch. */
async function runBesideOthers(
  cache: string,
  { signal }: CacheCall,
  runOnce: () => Promise<ProcessResult>,
): Promise<ProcessResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await runOnce();
    const isLocked = /^error: .*(?:cannot lock ref|could not delete reference|Unable to create)/mu.test(result.stderr);
    if (result.exitCode === 0 || !isLocked || attempt === maxFetches) return result;
    for (const [, lock = ''] of result.stderr.matchAll(/Unable to create '([^']+\.lock)'/gu)) {
      const age = Date.now() - ((await stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now());
      if (lock.startsWith(`${cache}${sep}`) && age > cacheTimeoutMs) await rm(lock, { force: true });
    }
    await setTimeout(attempt * 500, undefined, { signal });
  }
}
