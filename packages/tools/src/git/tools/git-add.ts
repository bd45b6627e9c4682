import { AppError } from '@shipmate/core';
import { z } from 'zod';
import { listChanges, stageFiles } from '../stage-changes.ts';
import { defineGitTool, type Git, type GitToolContext, openGit, pathsSchema, toPathArguments } from './git-tool.ts';

const maxListed = 200;

export const gitAdd = defineGitTool({
  name: 'gitAdd',
  description:
    'Stages changed, new and deleted files for the next commit: those in paths, or with all every change. With unstage, takes the paths out ' +
    'of the next commit; the files stay as they are. Ignored files and repositories inside of this one are not staged.',
  effect: 'write',
  exclusive: true,
  idempotent: true,
  input: z.object({
    paths: pathsSchema.optional().describe('Files and folders.'),
    all: z.boolean().default(false).describe('Stages all changes.'),
    unstage: z.boolean().default(false),
  }),
  output: z.object({
    staged: z.array(z.string()),
    stagedFiles: z.number().int(),
    unstaged: z.array(z.string()),
    /** Repositories inside of this one. */
    leftOut: z.array(z.string()),
  }),
  async execute({ paths = [], all, unstage }, context: GitToolContext) {
    if (all === paths.length > 0) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: 'Give either paths or all.',
        details: { field: 'paths' },
      });
    }
    const git = await openGit(context);
    if (unstage) {
      await git.read(['reset', '--quiet', ...toPathArguments(all ? ['.'] : paths)]);
      return { staged: [], stagedFiles: 0, unstaged: paths, leftOut: [] };
    }
    const { staged, leftOut } = await stage(git, all ? ['.'] : paths);
    return {
      staged: staged.slice(0, maxListed),
      stagedFiles: staged.length,
      unstaged: [],
      leftOut: leftOut.slice(0, maxListed),
    };
  },
});

/**
 * Stages the changes of paths.
 *
 * @throws AppError `NOT_FOUND` for a path without a file, `VALIDATION_ERROR` for an ignored one.
 */
export async function stage(
  git: Git,
  paths: readonly string[],
): Promise<{ readonly staged: readonly string[]; readonly leftOut: readonly string[] }> {
  const end = toPathArguments(paths);
  const { unstaged, nested, known } = await listChanges(git, end);
  for (const path of end.slice(1)) {
    if (!known.some((each) => each === path || each.startsWith(`${path}/`))) await requireKnown(git, path);
  }
  await stageFiles(git, unstaged);
  return { staged: unstaged, leftOut: nested };
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
  throw new AppError({
    code: 'NOT_FOUND',
    message: `There is no file "${path}" to stage.`,
    details: { field: 'paths' },
  });
}
