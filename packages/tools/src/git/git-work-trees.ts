import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { type ProcessResult, removeFolder } from '@shipmate/runtime/process';
import type { ComputePort } from '../compute/compute-port.ts';
import { unstageSecrets } from './added-secrets.ts';
import { cacheTimeoutMs, findCommit, runBare, updateCache } from './bare-cache.ts';
import { requireBranchName } from './branch-name.ts';
import { copyCache } from './copy-cache.ts';
import type { GitEnvironment } from './git-environment.ts';
import { toGitError } from './git-failure.ts';
import { type GitWorkTreePort, type NewWorkTree, remoteArgument } from './git-port.ts';
import type { Remotes } from './git-remotes.ts';
import { openRepository } from './git-repository.ts';
import { isUnnamed } from './is-unnamed.ts';
import { isDamage, toDamageError } from './repository-damage.ts';
import { type GitCall, runGit } from './run-git.ts';
import { unstageFiltered } from './filtered-files.ts';
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

const maxShownPath = 200;

/** The new files of a work tree among which half-written ones are looked for, in bytes of their names. */
const maxListedBytes = 64_000_000;

/** The name under which `CheckoutFiles` writes a file before it takes its place. */
const halfWritten = /(?:^|\/)\.shipmate-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Creates the part of the port that works in repositories of this machine. */
export function createWorkTrees({
  compute,
  connect,
  environment,
  run,
}: WorkTreesOptions): Omit<GitWorkTreePort, 'authorOf'> {
  const { PATH: path } = environment;
  const inOrder = createOrder();

  async function add({ cache, folder, branch, base, commit }: NewWorkTree, signal: AbortSignal): Promise<void> {
    if (!existsSync(join(cache, 'HEAD'))) throw absentBase(base, commit);
    const call = { signal, path };
    await requireBranchName(branch, (args) => runBare(cache, { ...call, args }));
    // Git locks a work tree until its files are there, and prunes none that is locked.
    await runBare(cache, { ...call, args: ['worktree', 'unlock', '--', folder] });
    await runBare(cache, { ...call, args: ['worktree', 'prune', '--expire=now'] });
    const isNew = (await findCommit(cache, `refs/heads/${branch}`, call)) === undefined;
    const begin = commit ?? `refs/remotes/origin/${base}`;
    if (isNew && (await findCommit(cache, begin, call)) === undefined) throw absentBase(base, commit);
    const args = isNew
      ? ['worktree', 'add', '--quiet', '--no-track', '-b', branch, '--', folder, begin]
      : ['worktree', 'add', '--quiet', '--', folder, branch];
    const result = await runBare(cache, { ...call, args, timeoutMs: cacheTimeoutMs });
    if (result.exitCode === 0) return;
    const [, refused] = /^error: invalid path '(.*)'$/mu.exec(result.stderr) ?? [];
    if (refused === undefined && isDamage(result.stderr)) throw toDamageError(result.stderr);
    if (refused === undefined) {
      const message = `The branch "${branch}" could not be checked out. It may be in use by another work tree.`;
      throw new AppError({ code: 'CONFLICT', message, cause: result.stderr });
    }
    // The next attempt begins at the commit that the base has then.
    if (isNew) await runBare(cache, { ...call, args: ['update-ref', '-d', `refs/heads/${branch}`] });
    throw toRefusedPathError(refused, result.stderr);
  }

  /** Removes what a process that was killed left: a part of the files, or locks, since the executor of a job is the only one there. */
  async function recover({ folder }: NewWorkTree, signal: AbortSignal): Promise<void> {
    const { gitDir, workTree, settings } = await openRepository({ folder, signal, path });
    for (const name of ['index.lock', 'HEAD.lock']) await rm(join(gitDir, name), { force: true });
    if (existsSync(join(gitDir, 'locked'))) return removeFolder(folder);
    const args = ['ls-files', '--others', '--exclude-standard', '-z'];
    const call = { folder, repository: { gitDir, workTree }, settings, signal, path, maxOutputBytes: maxListedBytes };
    const names = (await runGit({ ...call, args })).stdout.split('\0').filter((name) => halfWritten.test(name));
    for (const name of names) await rm(join(folder, name), { force: true });
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
        const filtered = await unstageFiltered(git, unstaged);
        const secrets = await unstageSecrets(git, search);
        const { exitCode } = await git(['diff', '--cached', '--quiet', '--no-ext-diff']);
        if (exitCode !== 0) await read(['commit', '--quiet', '--no-verify', '--file=-'], { stdin, author });
        return [
          ...secrets,
          ...nested.map((path) => `${path} (a repository inside of this one)`),
          ...filtered.map((path) => `${path} (Git LFS or git-crypt has to write its content, which does not run here)`),
          ...refused.map((path) => `${path} (git refuses it, or one of many files beside it)`),
          ...unstaged.filter((path) => isUnnamed(folder, path)).map((path) => `${path} (its name is not UTF-8)`),
        ];
      }),
    updateCache: (update, callerSignal) =>
      run(update.organizationId, callerSignal, (signal) =>
        inOrder(update.cache, () => updateCache(update, { connect, signal, path })),
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
          if (!existsSync(tree.cache)) return;
          // Git prunes no work tree that a git was killed in while it was added: that one is still locked.
          await runBare(tree.cache, { args: ['worktree', 'unlock', '--', tree.folder], signal, path });
          await runBare(tree.cache, { args: ['worktree', 'prune', '--expire=now'], signal, path });
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

function toRefusedPathError(path: string, cause: string): AppError {
  const shown = JSON.stringify(path.slice(0, maxShownPath));
  const message =
    `Git does not check out the path ${shown}, because a file system may take it for another, such as a file of git itself. ` +
    'Rename or delete it in the repository.';
  return new AppError({ code: 'VALIDATION_ERROR', message, cause });
}
