import { AppError } from '@shipmate/core';
import { type JobFileChange, type JobResult, maxJobFiles } from '@shipmate/domain/repository';
import type { GitWorkTreePort } from '@shipmate/tools/git';

/** A work tree in which git runs. */
interface OpenTree {
  readonly workTrees: Pick<GitWorkTreePort, 'run'>;
  readonly organizationId: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The most bytes of a diff that are kept, of all files and of one. */
const diffLimits = { bytes: 2_000_000, fileBytes: 200_000 };

/** The most bytes of a list of changed files, of which the first half is kept: more than the longest paths of the listed files take. */
const maxListBytes = 20_000_000;

/** The most bytes of what git writes about a file above its hunks: its paths, four times each, and its modes. */
const maxHeadBytes = 1_000;

/** The most files that one call names, and the most calls for the patches of one result. */
const [maxNamed, maxCalls] = [200, 150];

const format = ['--no-ext-diff', '--no-textconv', '--no-color'];

/** The most places that are named. */
const maxLeftOut = 50;

/** Reads the commits and changed files of a job. */
export async function readJobResult(
  tree: OpenTree,
  { baseCommit, leftOut }: { readonly baseCommit: string; readonly leftOut: readonly string[] },
): Promise<JobResult> {
  const headCommit = (await git(tree, ['rev-parse', '--verify', 'HEAD^{commit}'])).stdout.trim();
  const range = [baseCommit, headCommit, '--'];
  const commits = Number((await git(tree, ['rev-list', '--count', `${baseCommit}..${headCommit}`, '--'])).stdout);
  const list = async (kind: string) => {
    const args = ['diff', kind, '-z', ...format, '--find-renames', ...range];
    return git(tree, args, { maxOutputBytes: maxListBytes });
  };
  const counted = await list('--numstat');
  const counts = parseCounts(counted.stdout);
  const statuses = parseStatuses((await list('--name-status')).stdout);
  const listed = counts.slice(0, maxJobFiles);
  const patches = await readPatches(tree, { listed, isAll: counts.length <= maxJobFiles, range });
  const files = listed.map((count) => toFileChange(count, statuses.get(count.path), patches.get(count.path)));
  const changedFiles = counted.truncated
    ? await countFiles(tree, [...format, '--find-renames', ...range])
    : counts.length;
  const conflicted = await findConflicted(tree, [baseCommit, headCommit]);
  return { headCommit, commits, files, changedFiles, leftOut: leftOut.slice(0, maxLeftOut), conflicted };
}

/** The most files with markers of a conflict that are named. */
const maxConflicted = 20;

/**
 * Finds the files that have all markers of a conflict in the second commit and not in the first. `git diff --check`, which tells whether files in
 * conflict are resolved, takes the underline of a heading for one. Files of a diff that takes too long are not known.
 */
async function findConflicted(tree: OpenTree, commits: readonly [string, string]): Promise<JobResult['conflicted']> {
  try {
    const args = ['diff', '--name-only', '-z', ...format, '--find-renames', '-G^<{7} ', ...commits, '--'];
    const { stdout } = await git(tree, args, { maxOutputBytes: maxListBytes });
    const changed = stdout.split('\0').slice(0, maxJobFiles);
    const [before, after] = [
      await grepMarkers(tree, commits[0], changed),
      await grepMarkers(tree, commits[1], changed),
    ];
    const found = changed.filter((path) => after.has(path) && !before.has(path));
    return found.length === 0 ? undefined : { files: found.length, paths: found.slice(0, maxConflicted) };
  } catch (thrown) {
    if (tree.signal.aborted || !AppError.isInstance(thrown)) throw thrown;
    return undefined;
  }
}

const markers = ['^<{7} ', '^={7}[[:space:]]*$', '^>{7} '].flatMap((pattern) => ['-e', pattern]);

/** Returns those of the paths that have all markers in a commit. */
async function grepMarkers(tree: OpenTree, commit: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let from = 0; from < paths.length; from += maxNamed) {
    const named = paths.slice(from, from + maxNamed).filter((path) => path !== '');
    if (named.length === 0) continue;
    const args = ['grep', '-l', '-z', '-I', '-E', '--all-match', ...markers, commit, '--', ...named];
    const { exitCode, stdout } = await run(tree, args, { maxOutputBytes: maxListBytes });
    // One is the exit code for no match.
    if (exitCode === 1) continue;
    if (exitCode !== 0)
      throw new AppError({ code: 'CONFLICT', message: 'git grep failed in the work tree of the job.' });
    for (const name of stdout.split('\0')) found.add(name.slice(commit.length + 1));
  }
  return found;
}

async function countFiles(tree: OpenTree, args: readonly string[]): Promise<number> {
  const { stdout } = await git(tree, ['diff', '--shortstat', ...args]);
  return Number.parseInt(stdout, 10);
}

interface FileCount extends Pick<JobFileChange, 'path' | 'oldPath' | 'additions' | 'deletions'> {}

/** Parses `--numstat -z`: counts and path, or counts and two paths of a rename. */
export function parseCounts(text: string): readonly FileCount[] {
  const parts = text.split('\0');
  const files: FileCount[] = [];
  for (let place = 0; place < parts.length; place += 1) {
    const [added = '', deleted = '', path = ''] = (parts[place] ?? '').split('\t');
    if (added === '') continue;
    const lines = { additions: toCount(added), deletions: toCount(deleted) };
    if (path !== '') files.push({ ...lines, path, oldPath: null });
    else {
      files.push({ ...lines, oldPath: parts[place + 1] ?? '', path: parts[place + 2] ?? '' });
      place += 2;
    }
  }
  return files;
}

/** Binary files have no counts. */
function toCount(text: string): number | null {
  return text === '-' ? null : Number(text);
}

/**
 * Splits a patch into its files, in their order. Lines of a file's content begin with one of ` +-\`, and only a line feed ends a line. A file that
 * becomes a link is two parts of git, and one here.
 */
export function splitPatch(text: string): readonly string[] {
  const files: string[] = [];
  let last = '';
  for (const part of text.split(/(?<=\n)(?=diff --git )/u)) {
    if (!part.startsWith('diff --git ')) continue;
    const [title = '', mode = ''] = part.split('\n', 2);
    if (last === title && mode.startsWith('new file mode ')) files.push((files.pop() ?? '') + part);
    else files.push(part);
    last = mode.startsWith('deleted file mode ') ? title : '';
  }
  return files;
}

/** Parses `--name-status -z` into the states by path: a letter and a path, or a letter and two paths of a rename. */
export function parseStatuses(text: string): ReadonlyMap<string, JobFileChange['status']> {
  const statuses = new Map<string, JobFileChange['status']>();
  const parts = text.split('\0').values();
  for (const letter of parts) {
    const path = parts.next().value;
    if (path === undefined) break;
    const known = ({ A: 'added', D: 'deleted', R: 'renamed' } as const)[letter.charAt(0)];
    statuses.set(known === 'renamed' ? (parts.next().value ?? '') : path, known ?? 'modified');
  }
  return statuses;
}

/** The files whose patches are read. */
interface WantedPatches {
  readonly listed: readonly FileCount[];
  /** True if no other file changed. */
  readonly isAll: boolean;
  readonly range: readonly string[];
}

/**
 * Reads the patches of as many files as fit the limits, by path. If they do not fit together, files with few changed lines are first: a
 * call whose output is cut is repeated with each half of its files.
 */
async function readPatches(
  tree: OpenTree,
  { listed, isAll, range }: WantedPatches,
): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  let room = diffLimits.bytes;
  let calls = 0;

  /** Returns false if the output was cut. */
  async function read(files: readonly FileCount[], paths: readonly string[]): Promise<boolean> {
    // Git compares the named files only, and would pair a removed one of them with a new one.
    const renames = files.some(({ oldPath }) => oldPath !== null) ? '--find-renames' : '--no-renames';
    const args = ['diff', '--patch', '--src-prefix=a/', '--dst-prefix=b/', ...format, renames, ...range, ...paths];
    const maxOutputBytes = Math.min(room + files.length * maxHeadBytes, maxListBytes);
    calls += 1;
    const diff = await git(tree, args, { maxOutputBytes });
    if (diff.truncated) return false;
    const patches = splitPatch(diff.stdout).map(toHunks);
    if (patches.length !== files.length) return true;
    for (const [place, { path }] of files.entries()) {
      const hunks = patches[place] ?? '';
      const bytes = Buffer.byteLength(hunks);
      if (hunks === '' || bytes > Math.min(diffLimits.fileBytes, room)) continue;
      kept.set(path, hunks);
      room -= bytes;
    }
    return true;
  }

  async function readHalves(files: readonly FileCount[]): Promise<void> {
    const least = files[0] === undefined ? Infinity : linesOf(files[0]) * 2;
    if (least > Math.min(room, diffLimits.fileBytes) || calls >= maxCalls) return;
    // The patches are in the order of git.
    const named = files.toSorted((one, other) => order(one) - order(other));
    const paths = named.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [oldPath, path]));
    if ((await read(named, paths)) || files.length === 1) return;
    const half = Math.ceil(files.length / 2);
    await readHalves(files.slice(0, half));
    await readHalves(files.slice(half));
  }

  if (isAll && (await read(listed, []))) return kept;
  const places = new Map(listed.map(({ path }, place) => [path, place]));
  const order = ({ path }: FileCount) => places.get(path) ?? 0;
  const bySize = listed.filter((file) => linesOf(file) > 0).toSorted((one, other) => linesOf(one) - linesOf(other));
  for (const isRename of [false, true]) {
    const files = bySize.filter(({ oldPath }) => (oldPath !== null) === isRename);
    for (let from = 0; from < files.length; from += maxNamed) await readHalves(files.slice(from, from + maxNamed));
  }
  return kept;
}

/** The changed lines of a file; a binary one has none. */
function linesOf({ additions, deletions }: FileCount): number {
  return (additions ?? 0) + (deletions ?? 0);
}

/** Returns the hunks of a file's patch; none for a binary or empty file. */
function toHunks(patch: string): string {
  const hunksAt = patch.indexOf('\n@@ ') + 1;
  return hunksAt > 0 ? patch.slice(hunksAt) : '';
}

function toFileChange(count: FileCount, status: JobFileChange['status'] = 'modified', patch?: string): JobFileChange {
  if (patch !== undefined) return { ...count, status, patch };
  const reason = count.additions === null ? 'binary' : linesOf(count) === 0 ? 'no_lines' : 'too_large';
  return { ...count, status, patch: null, reason };
}

type RunOptions = Pick<Parameters<GitWorkTreePort['run']>[0], 'maxOutputBytes'>;

async function run(
  { workTrees, organizationId, folder, signal }: OpenTree,
  args: readonly string[],
  more?: RunOptions,
) {
  return workTrees.run({ organizationId, folder, args, ...more }, signal);
}

async function git(tree: OpenTree, args: readonly string[], more?: RunOptions) {
  const result = await run(tree, args, more);
  if (result.exitCode === 0) return result;
  throw new AppError({
    code: 'CONFLICT',
    message: `git ${args[0]} failed in the work tree of the job.`,
    details: { exitCode: result.exitCode },
    cause: result.stderr,
  });
}
