import { AppError } from '@shipmate/core/tool';
import { z } from 'zod';
import { defineGitTool, type GitToolContext, openGit, pathsSchema, refSchema, toPathArguments } from './git-tool.ts';
import { describeDiff, diffSchema, readDiff } from './read-diff.ts';

export const gitDiff = defineGitTool({
  name: 'gitDiff',
  description:
    'Shows changes as hunks by file. Without refs: the changes that are not staged, or with staged the ones that the next commit holds. With ' +
    'from: everything that changed since that commit; with from and to: the changes between two commits. Narrow a long answer with paths. ' +
    'Untracked files are not compared; gitStatus lists them.',
  effect: 'read',
  idempotent: true,
  input: () =>
    z.object({
      staged: z.boolean().default(false).describe('Compares the index with the last commit.'),
      from: refSchema().optional().describe('The commit to compare with, for example "main" or "HEAD~1".'),
      to: refSchema().optional().describe('The other commit; default is the work tree.'),
      mergeBase: z.boolean().default(false).describe('Compares with the commit at which "to" branched off "from".'),
      paths: pathsSchema().optional().describe('Only these files and folders.'),
      contextLines: z.int().min(0).max(50).default(3),
    }),
  output: diffSchema,
  async execute({ staged, from, to, mergeBase, paths, contextLines }, context: GitToolContext) {
    const end = toPathArguments(paths);
    if (from === undefined && (to !== undefined || mergeBase)) throw missing('from');
    if (staged && to !== undefined) throw missing('either staged or to, not both');
    if (mergeBase && to === undefined) throw missing('to');
    const git = await openGit(context);
    const commits = [
      ...(from === undefined ? [] : [await git.commitOf(from)]),
      ...(to === undefined ? [] : [await git.commitOf(to)]),
    ];
    const base = mergeBase ? [(await git.read(['merge-base', ...commits])).trim(), ...commits.slice(1)] : commits;
    return readDiff(git, { revisions: [...(staged ? ['--cached'] : []), ...base], paths: end, contextLines });
  },
  toModel: describeDiff,
});

function missing(field: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `Give ${field}.`,
    details: { issues: [{ path: 'from', message: 'is incomplete' }] },
  });
}
