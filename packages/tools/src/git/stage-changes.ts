import { AppError } from '@shipmate/core/tool';
import type { GitOutput } from './git-port.ts';
import { parseStatus } from './tools/parse-status.ts';

/** Git in a work tree. */
interface StagingGit {
  /** Runs git; an exit code other than 0 is a result. */
  run(args: readonly string[], options: { readonly maxOutputBytes: number }): Promise<GitOutput>;
  /** Runs git and returns its output. @throws AppError for an exit code other than 0. */
  read(args: readonly string[], options?: { readonly stdin: string }): Promise<string>;
}

/** The files of a status that is staged at once, in bytes of its output. */
const maxStatusBytes = 64_000_000;

/** The changes of a work tree. */
interface WorkTreeChanges {
  /** Changed, new and deleted files that are not staged as they are. */
  readonly unstaged: readonly string[];
  /** Repositories inside of this one, which are not staged. */
  readonly nested: readonly string[];
  /** Files with a conflict, which are among the unstaged ones. */
  readonly conflicted: readonly string[];
  /** All of them, and what is staged. */
  readonly known: readonly string[];
  /** The records of git, each with a NUL at its end. */
  readonly status: string;
}

/** Lists the changes that path arguments select. @throws AppError `PAYLOAD_TOO_LARGE` for more than are staged at once. */
export async function listChanges(git: StagingGit, pathArguments: readonly string[]): Promise<WorkTreeChanges> {
  const args = [
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
    '--no-renames',
    ...pathArguments,
  ];
  const output = await git.run(args, { maxOutputBytes: maxStatusBytes });
  if (output.exitCode !== 0) await git.read(args);
  if (output.truncated) {
    throw new AppError({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'Too many files have changed to stage them at once. Give some of their folders.',
    });
  }
  const { unstaged, untracked, conflicted, staged } = parseStatus(output.stdout);
  const changed = [...unstaged.map(({ path }) => path), ...untracked, ...conflicted];
  return {
    unstaged: changed.filter((path) => !path.endsWith('/')),
    nested: changed.filter((path) => path.endsWith('/')),
    conflicted,
    known: [...changed, ...staged.map(({ path }) => path)],
    status: output.stdout,
  };
}

/** The most paths that git refuses and that are told from the others, each by some calls of git. */
const maxRefused = 20;

/**
 * Stages files by `update-index`: `git add` starts git inside of submodules, where the settings of this repository do not hold. Returns
 * the paths that git refuses, such as those of named pipes and of files that their encoding cannot read, which stay as they are in the index;
 * after 20 of them also those that stand in one call with a further one.
 */
export async function stageFiles(git: StagingGit, paths: readonly string[]): Promise<readonly string[]> {
  const update = (part: readonly string[], options = ['--add', '--remove', '--replace']) =>
    git.read(['update-index', ...options, '-z', '--stdin'], { stdin: part.map((path) => `${path}\0`).join('') });
  let left = maxRefused;
  let deleted: ReadonlySet<string> | undefined;
  const stage = async (part: readonly string[]): Promise<readonly string[]> => {
    if (part.length === 0 || left <= 0) return part;
    try {
      await update(part);
      return [];
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
    }
    if (deleted === undefined) {
      // Git refuses the files of a folder in whose place a link is, and those are gone.
      const args = ['diff-files', '-z', '--name-only', '--diff-filter=D', '--ignore-submodules=all'];
      const gone = new Set((await git.run(args, { maxOutputBytes: maxStatusBytes })).stdout.split('\0'));
      deleted = gone;
      await update(
        part.filter((path) => gone.has(path)),
        ['--force-remove'],
      );
      return stage(part.filter((path) => !gone.has(path)));
    }
    left -= part.length === 1 ? 1 : 0;
    if (part.length === 1) return part;
    const middle = Math.ceil(part.length / 2);
    return [...(await stage(part.slice(0, middle))), ...(await stage(part.slice(middle)))];
  };
  return stage(paths);
}

/** Messages of git about its index and its objects, which stand beside those about the path. */
const storeFailure = /index\.lock|unable to (?:create temporary|write)|insufficient permission for adding|write error/u;

/** Tells a refusal of a path from a call that failed as a whole: files that cannot be stored are not left out. */
function isRefusal(thrown: unknown): boolean {
  return AppError.isInstance(thrown) && thrown.code === 'CONFLICT' && !storeFailure.test(String(thrown.cause));
}
