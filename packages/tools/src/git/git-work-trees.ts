import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '@shipmate/core';
import { type ProcessResult, removeFolder } from '@shipmate/runtime/process';
import type { ComputePort } from '../compute/compute-port.ts';
import { unstageSecrets } from './added-secrets.ts';
import { requireBranchName } from './branch-name.ts';
import { copyCache } from './copy-cache.ts';
import type { GitEnvironment } from './git-environment.ts';
import { toGitError } from './git-failure.ts';
import { type GitWorkTreePort, type NewWorkTree, remoteArgument } from './git-port.ts';
import type { Remotes } from './git-remotes.ts';
import { openRepository } from './git-repository.ts';
import { isUnnamed } from './is-unnamed.ts';
import { type GitCall, runGit } from './run-git.ts';
import { listChanges, stageFiles } from './stage-changes.ts';

/** What work trees need of the port. */
interface WorkTreesOptions {
  readonly compute: ComputePort;
  readonly connect: Remotes;
  readonly environment: GitEnvironment;
  /** Runs work within the limits of an organization. */
  readonly run: <Result>(
    organizationId: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
}

/** The time that a copy of a remote may take. */
const cacheTimeoutMs = 600_000;
const maxFetches = 4;
const maxShownPath = 200;

/** Creates the part of the port that works in repositories of this machine. */
export function createWorkTrees({
  compute,
  connect,
  environment,
  run,
}: WorkTreesOptions): Omit<GitWorkTreePort, 'authorOf'> {
  const { PATH: path } = environment;
  const inOrder = createOrder();

  /** Runs git in a bare repository. */
  async function runBare(cache: string, call: Omit<GitCall, 'folder' | 'path' | 'repository'>): Promise<ProcessResult> {
    const connects = call.remote !== undefined;
    const { gitDir, settings } = await openRepository({
      folder: cache,
      isBare: true,
      connects,
      signal: call.signal,
      path,
    });
    return runGit({ ...call, folder: cache, repository: { gitDir }, settings, path });
  }

  async function hasRef(cache: string, ref: string, signal: AbortSignal): Promise<string | undefined> {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
    const { exitCode, stdout } = await runBare(cache, { args, signal });
    return exitCode === 0 ? stdout.trim() : undefined;
  }

  async function add({ cache, folder, branch, base, commit }: NewWorkTree, signal: AbortSignal): Promise<void> {
    if (!existsSync(join(cache, 'HEAD'))) throw absentBase(base, commit);
    await requireBranchName(branch, (args) => runBare(cache, { args, signal }));
    // Git locks a work tree until its files are there, and prunes none that is locked.
    await runBare(cache, { args: ['worktree', 'unlock', '--', folder], signal });
    await runBare(cache, { args: ['worktree', 'prune', '--expire=now'], signal });
    const isNew = (await hasRef(cache, `refs/heads/${branch}`, signal)) === undefined;
    const begin = commit ?? `refs/remotes/origin/${base}`;
    if (isNew && (await hasRef(cache, begin, signal)) === undefined) throw absentBase(base, commit);
    const args = isNew
      ? ['worktree', 'add', '--quiet', '--no-track', '-b', branch, '--', folder, begin]
      : ['worktree', 'add', '--quiet', '--', folder, branch];
    const result = await runBare(cache, { args, signal, timeoutMs: cacheTimeoutMs });
    if (result.exitCode === 0) return;
    const [, refused] = /^error: invalid path '(.*)'$/mu.exec(result.stderr) ?? [];
    if (refused === undefined) {
      const message = `The branch "${branch}" could not be checked out. It may be in use by another work tree.`;
      throw new AppError({ code: 'CONFLICT', message, cause: result.stderr });
    }
    // The next attempt begins at the commit that the base has then.
    if (isNew) await runBare(cache, { args: ['update-ref', '-d', `refs/heads/${branch}`], signal });
    throw toRefusedPathError(refused, result.stderr);
  }

  /** Removes what a git that was killed left: a part of the files, or locks, since the executor of a job is the only one there. */
  async function recover({ folder }: NewWorkTree, signal: AbortSignal): Promise<void> {
    const { gitDir } = await openRepository({ folder, signal, path });
    if (existsSync(join(gitDir, 'locked'))) await removeFolder(folder);
    for (const name of ['index.lock', 'HEAD.lock']) await rm(join(gitDir, name), { force: true });
  }

  return {
    run: (call, callerSignal) =>
      run(call.organizationId, callerSignal, async (signal) => {
        const { folder, args, access, ...rest } = call;
        const connects = access !== undefined;
        const { gitDir, workTree, settings } = await openRepository({ folder, connects, signal, path });
        const given = { ...rest, folder, repository: { gitDir, workTree }, settings, path, signal };
        if (access === undefined) return runGit({ ...given, args });
        return connect.open(access, async ({ remote, variables }) => {
          const words = args.map((word) => (word === remoteArgument ? remote.url.href : word));
          const result = await runGit({ ...given, args: words, remote: variables });
          if (result.timedOut) throw toGitError(remote.url.hostname, result);
          return result;
        });
      }),
    commitAll: (tree, callerSignal) =>
      run(tree.organizationId, callerSignal, async (signal) => {
        const { folder, message: stdin, author, organizationId } = tree;
        const { gitDir, workTree, settings } = await openRepository({ folder, signal, path });
        const call = { folder, repository: { gitDir, workTree }, settings, signal, path };
        const git = (args: readonly string[], more?: Partial<GitCall>) => runGit({ ...call, ...more, args });
        const search = { compute, caller: { principal: { organizationId }, signal } };
        const read = async (args: readonly string[], more?: Partial<GitCall>): Promise<string> => {
          const result = await git(args, more);
          requireDone(result);
          return result.stdout;
        };
        const { unstaged, nested } = await listChanges({ run: git, read }, ['--', '.']);
        const refused = await stageFiles({ run: git, read }, unstaged);
        const secrets = await unstageSecrets(git, search);
        const { exitCode } = await git(['diff', '--cached', '--quiet', '--no-ext-diff']);
        if (exitCode !== 0) await read(['commit', '--quiet', '--no-verify', '--file=-'], { stdin, author });
        return [
          ...secrets,
          ...nested.map((path) => `${path} (a repository inside of this one)`),
          ...refused.map((path) => `${path} (git refuses it, or one of many files beside it)`),
          ...unstaged.filter((path) => isUnnamed(folder, path)).map((path) => `${path} (its name is not UTF-8)`),
        ];
      }),
    updateCache: (update, callerSignal) =>
      run(update.organizationId, callerSignal, (signal) =>
        inOrder(update.cache, () =>
          connect.open(update, async ({ remote: { url }, variables: remote }) => {
            const { cache } = update;
            const require = (result: ProcessResult): ProcessResult => {
              if (result.exitCode === 0) return result;
              throw toGitError(url.hostname, result);
            };
            if (!existsSync(join(cache, 'HEAD'))) {
              const args = ['init', '--quiet', '--bare', '--template=', '--initial-branch=main', '--', cache];
              require(await runGit({ folder: '/', args, signal, path, repository: { gitDir: cache } }));
            }
            const listed = await runBare(cache, {
              args: ['ls-remote', '--symref', '--', url.href, 'HEAD'],
              signal,
              remote,
            });
            const fetch = [
              'fetch',
              '--quiet',
              '--prune',
              '--no-tags',
              '--no-recurse-submodules',
              '--no-write-fetch-head',
            ];
            const args = [...fetch, '--', url.href, '+refs/heads/*:refs/remotes/origin/*'];
            const { stdout } = require(listed);
            const fetchOnce = () => runBare(cache, { args, signal, remote, timeoutMs: cacheTimeoutMs });
            require(await runBesideOthers(cache, fetchOnce, signal));
            const branch = /^ref: refs\/heads\/(\S+)\tHEAD$/mu.exec(stdout)?.[1];
            const commit =
              branch === undefined ? undefined : await hasRef(cache, `refs/remotes/origin/${branch}`, signal);
            if (branch === undefined || commit === undefined) return undefined;
            const point = () => runBare(cache, { args: ['symbolic-ref', 'HEAD', `refs/heads/${branch}`], signal });
            require(await runBesideOthers(cache, point, signal));
            return { branch, commit };
          }),
        ),
      ),
    copyCache: ({ organizationId, cache, copy }, callerSignal) =>
      run(organizationId, callerSignal, (signal) =>
        inOrder(cache, () => copyCache({ cache, copy, signal, path, timeoutMs: cacheTimeoutMs })),
      ),
    addWorkTree: (tree, callerSignal) =>
      run(tree.organizationId, callerSignal, (signal) =>
        inOrder(tree.cache, async () => {
          const head = { folder: tree.folder, args: ['rev-parse', '--verify', 'HEAD^{commit}'] };
          if (existsSync(join(tree.folder, '.git'))) await recover(tree, signal);
          if (!existsSync(join(tree.folder, '.git'))) await add(tree, signal);
          const { gitDir, workTree, settings } = await openRepository({ folder: tree.folder, signal, path });
          const { exitCode, stdout, stderr } = await runGit({
            ...head,
            repository: { gitDir, workTree },
            settings,
            signal,
            path,
          });
          if (exitCode === 0) return { commit: stdout.trim() };
          throw new AppError({ code: 'CONFLICT', message: 'The work tree has no commit.', cause: stderr });
        }),
      ),
    removeWorkTree: (tree, callerSignal) =>
      run(tree.organizationId, callerSignal, (signal) =>
        inOrder(tree.cache, async () => {
          // Git reads the work tree before it removes it; its content is not to be read again.
          await removeFolder(tree.folder);
          if (existsSync(tree.cache))
            await runBare(tree.cache, { args: ['worktree', 'prune', '--expire=now'], signal });
        }),
      ),
  };
}

function absentBase(base: string, commit: string | undefined): AppError {
  if (commit === undefined) {
    return new AppError({
      code: 'NOT_FOUND',
      message: `The repository has no branch "${base}". Name one of its branches.`,
    });
  }
  return new AppError({
    code: 'CONFLICT',
    message: 'The commits of the earlier job are not on this machine. Start a new job from a branch.',
  });
}

function requireDone({ exitCode, stderr }: ProcessResult): void {
  if (exitCode === 0) return;
  throw new AppError({ code: 'CONFLICT', message: 'The changes in the work tree cannot be committed.', cause: stderr });
}

/** Runs the work on one repository one after the other. */
function createOrder(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const running = before.then(work, work);
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, settled);
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return running;
  };
}

/** Runs git again while another process works in the same repository, and removes locks that are older than any fetch. */
async function runBesideOthers(
  cache: string,
  runOnce: () => Promise<ProcessResult>,
  signal: AbortSignal,
): Promise<ProcessResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await runOnce();
    const isLocked = /^error: .*(?:cannot lock ref|Unable to create)/mu.test(result.stderr);
    if (result.exitCode === 0 || !isLocked || attempt === maxFetches) return result;
    for (const [, lock = ''] of result.stderr.matchAll(/Unable to create '([^']+\.lock)'/gu)) {
      const age = Date.now() - ((await stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now());
      if (lock.startsWith(`${cache}${sep}`) && age > cacheTimeoutMs) await rm(lock, { force: true });
    }
    await setTimeout(attempt * 500, undefined, { signal });
  }
}

function toRefusedPathError(path: string, cause: string): AppError {
  const shown = JSON.stringify(path.slice(0, maxShownPath));
  const message =
    `Git does not check out the path ${shown}, because a file system may take it for another, such as a file of git itself. ` +
    'Rename or delete it in the repository.';
  return new AppError({ code: 'VALIDATION_ERROR', message, cause });
}
