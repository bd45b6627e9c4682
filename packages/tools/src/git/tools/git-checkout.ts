import type { AppError } from '@shipmate/core';
import { z } from 'zod';
import { requireBranchName } from '../branch-name.ts';
import {
  fieldError,
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
  input: () =>
    z.object({
      branch: refSchema().optional().describe('The branch to check out.'),
      create: z.boolean().default(false).describe('Creates the branch.'),
      startPoint: refSchema().optional().describe('The commit of a new branch (default HEAD), or of restored paths.'),
      paths: pathsSchema().min(1).optional().describe('Files and folders to restore.'),
    }),
  output: () =>
    z.object({
      branch: z.string().nullable(),
      commit: z.string().nullable(),
      created: z.boolean(),
      restored: z.array(z.string()),
    }),
  async execute({ branch, create, startPoint, paths }, context: GitToolContext) {
    if ((branch === undefined) === (paths === undefined)) throw fieldError('branch', 'Give either branch or paths.');
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

/** The error about a missing branch names the tag or remote branch of its name. */
async function toMissing(branch: string, git: Git): Promise<AppError> {
  const names = ['tags/', 'remotes/', 'remotes/*/'].map((folder) => `refs/${folder}${branch}`);
  const [start] = (await git.read(['for-each-ref', '--format=%(refname:lstrip=2)', '--', ...names])).split('\n', 1);
  const message = start
    ? `"${branch}" is no local branch. Create one with create and startPoint "${start}".`
    : `There is no branch "${branch}". List them with gitBranch, or create it with create.`;
  return fieldError('branch', message, 'NOT_FOUND');
}
