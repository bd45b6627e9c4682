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
  const format = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames'];
  const counted = await git(tree, ['diff', '--numstat', '-z', ...format, ...range], {
    maxOutputBytes: maxListBytes,
  });
  const diff = await git(tree, ['diff', '--patch', '--src-prefix=a/', '--dst-prefix=b/', ...format, ...range], {
    maxOutputBytes: diffLimits.bytes,
  });
  const patches = diff.truncated ? [] : splitPatch(diff.stdout);
  const counts = parseCounts(counted.stdout);
  const files = counts.slice(0, maxJobFiles).map((count, place) => toFileChange(count, patches[place]));
  const changedFiles = counted.truncated ? await countFiles(tree, [...format, ...range]) : counts.length;
  return { headCommit, commits, files, changedFiles, leftOut: leftOut.slice(0, maxLeftOut) };
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

function toFileChange(count: FileCount, patch = ''): JobFileChange {
  const hunksAt = patch.indexOf('\n@@ ') + 1;
  const isShown = hunksAt > 0 && patch.length - hunksAt <= diffLimits.fileBytes;
  return { ...count, status: toStatus(count, patch), patch: isShown ? patch.slice(hunksAt) : null };
}

function toStatus({ oldPath }: FileCount, patch: string): JobFileChange['status'] {
  if (oldPath !== null) return 'renamed';
  const [isNew, isGone] = [patch.includes('\nnew file mode '), patch.includes('\ndeleted file mode ')];
  if (isNew === isGone) return 'modified';
  return isNew ? 'added' : 'deleted';
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
