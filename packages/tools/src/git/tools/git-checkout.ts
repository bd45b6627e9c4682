import { AppError } from '@shipmate/core';
import { z } from 'zod';
import { requireBranchName } from '../branch-name.ts';
import {
  defineGitTool,
  type Git,
  type GitToolContext,
  openGit,
  pathsSchema,
  refSchema,
  toPathArguments,
} from './git-tool.ts';

export const gitCheckout = defineGitTool({
  name: 'gitCheckout',
  description:
    'Checks out a branch, or with create a new branch at startPoint; uncommitted changes stay, and a call that would overwrite them is ' +
    'refused. With paths, restores those files instead and loses their uncommitted changes: from the index, or from the commit startPoint.',
  effect: ({ paths }) => (paths === undefined ? 'write' : 'destructive'),
  worstEffect: 'destructive',
  exclusive: true,
  input: z.object({
    branch: refSchema.optional().describe('The branch to check out.'),
    create: z.boolean().default(false).describe('Creates the branch.'),
    startPoint: refSchema.optional().describe('The commit of a new branch (default HEAD), or of restored paths.'),
    paths: pathsSchema.min(1).optional().describe('Files and folders to restore.'),
  }),
  output: z.object({
    branch: z.string().nullable(),
    commit: z.string().nullable(),
    created: z.boolean(),
    restored: z.array(z.string()),
  }),
  async execute({ branch, create, startPoint, paths }, context: GitToolContext) {
    if ((branch === undefined) === (paths === undefined)) throw invalid('Give either branch or paths.', 'branch');
    const git = await openGit(context);
    if (paths !== undefined) {
      const source = startPoint === undefined ? [] : [`--source=${await git.commitOf(startPoint)}`, '--staged'];
      const end = toPathArguments(paths);
      await git.read([
        'restore',
        '--quiet',
        '--no-recurse-submodules',
        '--worktree',
        ...source,
        ...(end.length === 1 ? ['--', '.'] : end),
      ]);
    } else if (branch !== undefined) {
      await requireBranchName(branch, (args) => git.run(args));
      const options = ['checkout', '--quiet', '--no-recurse-submodules', '--no-guess'];
      if (create) {
        const head = await git.head();
        // Before the first commit there is none to begin at.
        const start = startPoint === undefined ? head : await git.commitOf(startPoint);
        await git.read([...options, '--no-track', '-b', branch, ...(start === undefined ? [] : [start]), '--']);
      } else {
        const { exitCode } = await git.run(['show-ref', '--verify', '--quiet', '--', `refs/heads/${branch}`]);
        if (exitCode !== 0) {
          throw await toMissing(branch, git);
        }
        await git.read([...options, branch, '--']);
      }
    }
    return {
      branch: (await git.branch()) ?? null,
      commit: (await git.head()) ?? null,
      created: create && paths === undefined,
      restored: paths ?? [],
    };
  },
});

/** Returns the error about a branch that does not exist, with the remote branch or tag of its name. */
async function toMissing(branch: string, git: Git): Promise<AppError> {
  let message = `There is no branch "${branch}". List them with gitBranch, or create it with create.`;
  for (const start of [branch, `origin/${branch}`]) {
    const { exitCode } = await git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${start}^{commit}`]);
    if (exitCode !== 0) continue;
    message = `"${branch}" is no local branch. Create one with create and startPoint "${start}".`;
    break;
  }
  return new AppError({ code: 'NOT_FOUND', message, details: { field: 'branch' } });
}

function invalid(message: string, field: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field } });
}
