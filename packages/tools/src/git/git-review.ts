import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { applyHunks, countHunks } from '@shipmate/domain/repository';
import type { ProcessResult } from '@shipmate/runtime/process';
import type { ComputePort } from '../compute/compute-port.ts';
import { requirePushWithoutSecrets } from './added-secrets.ts';
import { requireBranchName } from './branch-name.ts';
import { commitFiles } from './commit-files.ts';
import type { GitEnvironment } from './git-environment.ts';
import { toGitError } from './git-failure.ts';
import type { GitReviewPort, RepositoryPlace, ReviewCommit, ReviewedFile } from './git-port.ts';
import { toCompareUrl } from './git-remote.ts';
import type { Remotes } from './git-remotes.ts';
import { openRepository } from './git-repository.ts';
import { withGitSandbox } from './git-sandbox.ts';
import { type GitCall, runGit } from './run-git.ts';

/** Resources for {@link createGitReview}. */
interface GitReviewOptions {
  readonly compute: ComputePort;
  readonly connect: Remotes;
  readonly environment: GitEnvironment;
  /** The folder of temporary files. */
  readonly tempRoot: string;
  /** Runs work within the limits of an organization. */
  readonly run: <Result>(
    organizationId: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
}

type Git = (
  args: readonly string[],
  more?: Pick<GitCall, 'stdin' | 'author' | 'remote' | 'indexFile' | 'maxOutputBytes' | 'timeoutMs'>,
) => Promise<ProcessResult>;

/** The most files that are accepted by hunk in one commit, and the most bytes of one. */
const maxParts = { files: 500, bytes: 1_000_000 };
const maxListBytes = 64_000_000;
const pushTimeoutMs = 600_000;

/** Creates the part of the port that commits the accepted part of a job and pushes it, without a work tree. */
export function createGitReview({ compute, connect, environment, tempRoot, run }: GitReviewOptions): GitReviewPort {
  const { PATH: path } = environment;

  async function within<Result>(
    { organizationId, cache }: RepositoryPlace,
    callerSignal: AbortSignal,
    work: (git: Git, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (!existsSync(join(cache, 'HEAD'))) throw notHere();
    return run(organizationId, callerSignal, async (signal) => {
      const { gitDir, settings } = await openRepository({ folder: cache, isBare: true, connects: true, signal, path });
      const git: Git = (args, more) =>
        runGit({ args, ...more, folder: cache, repository: { gitDir }, settings, path, signal });
      return work(git, signal);
    });
  }

  return {
    commitReview: (place, review, callerSignal) =>
      within(place, callerSignal, async (git) => {
        await requireBranchName(review.branch, git);
        const head = await requireCommit(git, review.head);
        await requireCommit(git, review.base);
        const tree = await withGitSandbox(tempRoot, ({ path: folder }) =>
          writeTree(git, review, join(folder, 'index')),
        );
        const commit = tree === undefined ? head : await commitTree(git, tree, review);
        // The commits of the agent stay reachable, so that a review can be repeated.
        const stdin = `update refs/heads/${review.branch} ${commit}\nupdate refs/shipmate/results/${head} ${head}\n`;
        await read(git, ['update-ref', '--stdin'], { stdin });
        return { commit };
      }),

    commitFiles: (place, commit, callerSignal) =>
      within(place, callerSignal, async (git) => {
        await requireCommit(git, commit.parent);
        await requireCommit(git, commit.base);
        const made = await withGitSandbox(tempRoot, ({ path: folder }) =>
          commitFiles((args, more) => read(git, args, more), commit, folder),
        );
        return { commit: made };
      }),

    dropBranch: (place, { branch, head }, callerSignal) =>
      within(place, callerSignal, async (git) => {
        await requireBranchName(branch, git);
        await requireCommit(git, head);
        const stdin = `delete refs/heads/${branch}\ndelete refs/shipmate/results/${head}\n`;
        await read(git, ['update-ref', '--stdin'], { stdin });
      }),

    pushCommit: (place, { access, commit, branch }, callerSignal) =>
      within(place, callerSignal, async (git, signal) => {
        await requireBranchName(branch, git);
        await requireCommit(git, commit);
        const caller = { principal: { organizationId: place.organizationId }, signal };
        return connect.open(access, async ({ remote, variables }) => {
          const { url, protocol } = remote;
          const options = { remote: variables, timeoutMs: pushTimeoutMs };
          const ref = `refs/heads/${branch}`;
          const listed = await git(['ls-remote', '--symref', '--', url.href, 'HEAD', ref], options);
          if (listed.exitCode !== 0) throw toGitError(url.hostname, listed);
          if (listed.stdout.split('\n').includes(`ref: ${ref}\tHEAD`)) throw isDefault(branch);
          await requirePushWithoutSecrets(git, { commit, listed: listed.stdout }, { compute, caller });
          const known = listed.stdout
            .split('\n')
            .find((line) => line.endsWith(`\t${ref}`))
            ?.split('\t')[0];
          const pushed = {
            branch,
            commit,
            created: known === undefined,
            compareUrl: toCompareUrl(remote, branch) ?? null,
          };
          if (known === commit) return pushed;
          if (known !== undefined) await requireAncestor(git, { known, commit, branch });
          const plain = ['--quiet', '--no-verify', '--no-follow-tags', '--recurse-submodules=no', '--no-signed'];
          // A folder of the machine has hooks, which git would start here.
          const receive = protocol === 'file' ? ['--receive-pack=git -c core.hooksPath=/dev/null receive-pack'] : [];
          // The lease refuses a push if another one was first; what it would overwrite is an ancestor.
          const lease = `--force-with-lease=${ref}:${known ?? ''}`;
          const result = await git(['push', ...plain, ...receive, lease, '--', url.href, `${commit}:${ref}`], options);
          if (/stale info|\[rejected\]|reference already exists|cannot lock ref/u.test(result.stderr))
            throw moved(branch);
          if (result.exitCode !== 0) throw toGitError(url.hostname, result);
          return pushed;
        });
      }),
  };
}

async function read(git: Git, args: readonly string[], more?: Parameters<Git>[1]): Promise<string> {
  const { exitCode, stdout, stderr, truncated } = await git(args, more);
  if (exitCode === 0 && !truncated) return stdout;
  throw new AppError({
    code: 'CONFLICT',
    message: `git ${args[0]} failed in the copy of the repository.`,
    cause: stderr,
  });
}

async function requireCommit(git: Git, hash: string): Promise<string> {
  const isHash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u.test(hash);
  const found = isHash ? await git(['cat-file', '-e', `${hash}^{commit}`]) : undefined;
  if (found?.exitCode === 0) return hash;
  throw notHere();
}

/** Returns the tree of the accepted part; undefined if the commits are kept. */
async function writeTree(git: Git, review: ReviewCommit, indexFile: string): Promise<string | undefined> {
  const { base, head, accepted, isSquashed } = review;
  if (accepted === 'all') return isSquashed ? (await read(git, ['rev-parse', `${head}^{tree}`])).trim() : undefined;
  const changes = await readChanges(git, base, head);
  const entries: Entry[] = [];
  if (accepted.filter(({ hunks }) => hunks !== 'all').length > maxParts.files) {
    throw invalid(`At most ${maxParts.files} files can be accepted by hunk. Accept the others as a whole.`);
  }
  for (const file of accepted) {
    const change = changes.get(file.path);
    if (change === undefined) throw invalid(`"${file.path}" is not a changed file of the job.`);
    if (change.oldPath !== undefined) entries.push({ path: change.oldPath, mode: '0', hash: change.newHash });
    entries.push({ path: file.path, ...(await toContent(git, file, change)) });
  }
  // Removals are first: a folder can take the place of a file.
  const sorted = [...entries.filter(({ mode }) => mode === '0'), ...entries.filter(({ mode }) => mode !== '0')];
  await read(git, ['read-tree', base], { indexFile });
  const stdin = sorted.map(
    ({ mode, hash, path }) => `${mode} ${mode === '0' ? '0'.repeat(hash.length) : hash}\t${path}\0`,
  );
  await read(git, ['update-index', '-z', '--index-info'], { indexFile, stdin: stdin.join('') });
  const tree = (await read(git, ['write-tree'], { indexFile })).trim();
  const names = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', base, tree, '--'];
  const changed = (await read(git, names, { maxOutputBytes: maxListBytes })).split('\0');
  const asked = new Set(['', ...entries.map(({ path }) => path)]);
  const lost = changed.find((path) => !asked.has(path));
  if (lost === undefined) return tree;
  throw invalid(`"${lost}" is rejected, but an accepted file takes its place. Accept both or none.`);
}

interface Entry {
  readonly path: string;
  /** `0` removes the path. */
  readonly mode: string;
  readonly hash: string;
}

interface Change {
  readonly oldMode: string;
  readonly mode: string;
  readonly oldHash: string;
  readonly newHash: string;
  readonly oldPath: string | undefined;
}

/** Lists changed files by their new path. */
async function readChanges(git: Git, base: string, head: string): Promise<ReadonlyMap<string, Change>> {
  const options = ['-r', '-z', '--raw', '--no-abbrev', '--find-renames', '--no-ext-diff', '--no-textconv'];
  const fields = (await read(git, ['diff-tree', ...options, base, head, '--'], { maxOutputBytes: maxListBytes })).split(
    '\0',
  );
  const changes = new Map<string, Change>();
  const values = fields.values();
  for (const field of values) {
    const [, oldMode = '', mode = '', oldHash = '', newHash = '', status] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/u.exec(field) ?? [];
    if (status === undefined) continue;
    const first = values.next().value ?? '';
    const oldPath = status === 'R' ? first : undefined;
    const path = oldPath === undefined ? first : (values.next().value ?? '');
    changes.set(path, { oldMode, mode, oldHash, newHash, oldPath });
  }
  return changes;
}

/** Returns the content of an accepted file: the one of the agent, or the old one with the accepted hunks. */
async function toContent(git: Git, file: ReviewedFile, change: Change): Promise<Pick<Entry, 'mode' | 'hash'>> {
  const { hunks, path, patch } = file;
  const { mode, newHash, oldHash, oldMode } = change;
  const isDeleted = mode === '000000';
  if (hunks === 'all') return { mode: isDeleted ? '0' : mode, hash: newHash };
  const isAdded = oldMode === '000000';
  const isText = [mode, oldMode].every((each) => each.startsWith('100') || each === '000000');
  if (patch === null || !isText) throw invalid(`"${path}" has no hunks. Accept it as a whole.`);
  const before = isAdded ? '' : await readBlob(git, oldHash, path);
  const places = new Set(Array.from({ length: countHunks(patch) }, (_, place) => place));
  const after = applyHunks(before, patch, places);
  // Proves that the patch is the change of this file, and that its text has lost nothing.
  if (!isDeleted && (await hashOf(after, newHash.length)) !== newHash)
    throw invalid(`"${path}" cannot be split. Accept it as a whole.`);
  const stdin = applyHunks(before, patch, new Set(hunks));
  const hash = (await read(git, ['hash-object', '-w', '--stdin', '--no-filters'], { stdin })).trim();
  return { mode: isDeleted ? oldMode : mode, hash };
}

async function readBlob(git: Git, hash: string, path: string): Promise<string> {
  const blob = await git(['cat-file', 'blob', hash], { maxOutputBytes: maxParts.bytes });
  if (blob.exitCode === 0 && !blob.truncated && (await hashOf(blob.stdout, hash.length)) === hash) return blob.stdout;
  throw invalid(`"${path}" is too large or no UTF-8 text, so it has no hunks. Accept it as a whole.`);
}

/** Returns the hash that git gives a file with this text. */
async function hashOf(text: string, length: number): Promise<string> {
  const { createHash } = await import('node:crypto');
  const bytes = Buffer.from(text);
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}

async function commitTree(git: Git, tree: string, { base, message, author }: ReviewCommit): Promise<string> {
  return (await read(git, ['commit-tree', tree, '-p', base, '-F', '-'], { stdin: message, author })).trim();
}

/** A remote branch is only moved forward. */
async function requireAncestor(
  git: Git,
  { known, commit, branch }: { readonly known: string; readonly commit: string; readonly branch: string },
): Promise<void> {
  const { exitCode } = await git(['merge-base', '--is-ancestor', known, commit]);
  if (exitCode !== 0) throw moved(branch);
}

function moved(branch: string): AppError {
  return new AppError({
    code: 'CONFLICT',
    message:
      `The remote has commits of "${branch}" that this push does not have, and they are not overwritten. ` +
      `Push to a new branch, or start a job on "${branch}" that continues there.`,
    details: { reason: 'remote_moved', branch },
  });
}

function isDefault(branch: string): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: `"${branch}" is the default branch of the remote. Push to another branch and propose it for review.`,
    details: { reason: 'default_branch', branch },
  });
}

function notHere(): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: 'The commits are not on this machine. Share REPOSITORY_FOLDER between web and worker, or start a new job.',
  });
}

function invalid(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { issues: [{ path: 'accepted', message }] } });
}
