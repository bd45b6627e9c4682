import { AppError } from '@shipmate/core/tool';
import { z } from 'zod';
import { unstageFiltered } from '../filtered-files.ts';
import { listChanges, stageFiles } from '../stage-changes.ts';
import {
  defineGitTool,
  fieldError,
  type Git,
  type GitToolContext,
  openGit,
  pathsSchema,
  toPathArguments,
} from './git-tool.ts';
import { parseStatus } from './parse-status.ts';
import { diffOptions } from './read-diff.ts';

const maxListed = 200;

export const gitAdd = defineGitTool({
  name: 'gitAdd',
  description:
    'Stages changed, new and deleted files for the next commit: those in paths, or with all every change. With unstage, takes the paths out ' +
    'of the next commit; the files stay as they are. Ignored files, repositories inside of this one, and content of Git LFS or git-crypt are not staged. Files in conflict ' +
    'that are binary or whose markers are left must be named in paths.',
  effect: 'write',
  exclusive: true,
  idempotent: true,
  input: () =>
    z.object({
      paths: pathsSchema().optional().describe('Files and folders.'),
      all: z.boolean().default(false).describe('Stages all changes.'),
      unstage: z.boolean().default(false),
    }),
  output: () =>
    z.object({
      staged: z.array(z.string()),
      stagedFiles: z.number().int(),
      unstaged: z.array(z.string()),
      /** Repositories inside of this one, files that git refuses, such as named pipes, and content that Git LFS or git-crypt has to write. */
      leftOut: z.array(z.string()),
    }),
  async execute({ paths = [], all, unstage }, context: GitToolContext) {
    if (all === paths.length > 0) {
      throw fieldError('paths', 'Give either paths or all.');
    }
    const git = await openGit(context);
    if (unstage) return { staged: [], stagedFiles: 0, unstaged: await takeOut(git, all ? ['.'] : paths), leftOut: [] };
    const { staged, leftOut } = await stage(git, all ? ['.'] : paths);
    return {
      staged: staged.slice(0, maxListed),
      stagedFiles: staged.length,
      unstaged: [],
      leftOut: leftOut.slice(0, maxListed),
    };
  },
});

/** Takes paths out of the index; returns the files that were staged. @throws AppError `CONFLICT` for files in conflict, which git would forget. */
async function takeOut(git: Git, paths: readonly string[]): Promise<string[]> {
  const end = toPathArguments(paths);
  const { conflicted, status } = await listChanges(git, end);
  if (conflicted.length > 0) throw toConflictError(conflicted);
  await git.read(['reset', '--quiet', ...end]);
  const { staged } = parseStatus(status);
  return staged.slice(0, maxListed).map(({ path }) => path);
}

/**
 * Stages the changes of paths.
 *
 * @throws AppError `NOT_FOUND` for a path without a file, `VALIDATION_ERROR` for an ignored one, `CONFLICT` for files with markers of a
 * conflict that are not named themselves.
 */
export async function stage(
  git: Git,
  paths: readonly string[],
): Promise<{ readonly staged: readonly string[]; readonly leftOut: readonly string[] }> {
  const end = toPathArguments(paths);
  const { unstaged, nested, conflicted, known, status } = await listChanges(git, end);
  const unnamed = conflicted.filter((path) => !end.includes(path));
  if (unnamed.length > 0) await requireResolved(git, { paths: unnamed, status });
  for (const path of end.slice(1)) {
    if (!known.some((each) => each === path || each.startsWith(`${path}/`))) await requireKnown(git, path);
  }
  const refused = new Set(await stageFiles(git, unstaged));
  const filtered = await unstageFiltered((args, limits) => git.run(args, limits), unstaged);
  for (const path of filtered) refused.add(path);
  return { staged: unstaged.filter((path) => !refused.has(path)), leftOut: [...nested, ...refused] };
}

/** The paths in conflict, and the status in which they are. */
interface Conflicts {
  readonly paths: readonly string[];
  readonly status: string;
}

/**
 * A file in conflict that a call does not name itself must have no marker left, no side may have deleted it, and it must be a text, into
 * which git writes markers.
 */
async function requireResolved(git: Git, { paths, status }: Conflicts): Promise<void> {
  const end = ['--', ...paths];
  // Of links and submodules git keeps one side, as of binary files.
  const records = status.split('\0').filter((record) => /^u (?:(?!UU|AA)|(?:\S+ ){2,4}1[26]0000 )/u.test(record));
  const sided = new Set(records.map((record) => record.split(' ').slice(10).join(' ')));
  // The exit code stands for other findings too, such as spaces at the ends of lines.
  const { stdout } = await git.run(['diff', ...diffOptions, '--check', 'HEAD', ...end]);
  const marked = new Set(
    stdout.split('\n').flatMap((line) => /^(.*):\d+: leftover conflict marker$/u.exec(line)?.[1] ?? []),
  );
  const attributes = (await git.read(['check-attr', '-z', 'merge', ...end])).split('\0');
  const unmarked = new Set(
    attributes.filter((_path, index) => /^(?:unset|binary)$/u.test(attributes[index + 2] ?? '')),
  );
  for (const side of ['--ours', '--theirs']) {
    const counts = await git.read(['diff', ...diffOptions, side, '--numstat', '-z', ...end]);
    for (const [, path = ''] of counts.matchAll(/(?<=^|\0)-\t-\t([^\0]+)/gu)) unmarked.add(path);
  }
  const open = paths.filter((path) => unmarked.has(path) || sided.has(path) || marked.has(path));
  if (open.length > 0 || marked.size > 0) throw toConflictError(open.length > 0 ? open : paths);
}

/** Returns the error of a call that must not take over files in conflict. */
export function toConflictError(paths: readonly string[]): AppError {
  const names = paths.slice(0, 20).join(', ');
  return new AppError({
    code: 'CONFLICT',
    message: `These files are in conflict: ${names}. Resolve them, and stage them by their paths with gitAdd first.`,
    details: { paths: paths.slice(0, 20) },
  });
}

async function requireKnown(git: Git, path: string): Promise<void> {
  const ignored = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z', '--', path];
  if ((await git.read(ignored)) !== '') {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `"${path}" is ignored by .gitignore and is not staged.`,
      details: { issues: [{ path: 'paths', message: 'is ignored' }] },
    });
  }
  if ((await git.read(['ls-files', '-z', '--', path])) !== '') return;
  throw fieldError('paths', `There is no file "${path}" to stage.`, 'NOT_FOUND');
}
