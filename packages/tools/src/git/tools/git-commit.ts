import { fenceText } from '@shipmate/core/tool';
import { z } from 'zod';
import { requireCommitWithoutSecrets } from '../added-secrets.ts';
import { stage, toConflictError } from './git-add.ts';
import { defineGitTool, type GitToolContext, keptStart, fieldError, openGit } from './git-tool.ts';
import { parseChangedFiles } from './parse-diff.ts';
import { diffOptions } from './read-diff.ts';

const maxListed = 200;

export const gitCommit = defineGitTool({
  name: 'gitCommit',
  description:
    'Commits the staged changes, or with addAll all changes including new files. Without changes nothing is committed, and committed is ' +
    'false. A commit that adds a secret, such as an access token or a private key, is refused with its place. The message begins with one ' +
    'line that states the change; more follows after an empty line.',
  effect: 'write',
  exclusive: true,
  input: () =>
    z.object({
      message: z.string().trim().min(1).max(20_000).describe('Commit message'),
      addAll: z.boolean().default(false).describe('Add all changes before committing'),
    }),
  output: () =>
    z.object({
      committed: z.boolean(),
      hash: z.string().nullable(),
      branch: z.string().nullable(),
      filesChanged: z.number().int(),
      insertions: z.number().int(),
      deletions: z.number().int(),
      files: z.array(z.string()),
      /** With addAll: what gitAdd leaves out. It is not committed. */
      leftOut: z.array(z.string()),
    }),
  async execute({ message, addAll }, context: GitToolContext) {
    if (message.includes('\0')) throw fieldError('message', 'The message holds a NUL character.');
    const git = await openGit(context);
    const { leftOut } = addAll ? await stage(git, ['.']) : { leftOut: [] };
    const listed = await git.run(['diff', ...diffOptions, '--cached', '--raw', '--numstat', '-z', '--']);
    const changed = parseChangedFiles(keptStart(listed));
    const conflicted = changed.filter(({ status }) => status === 'conflicted').map(({ path }) => path);
    if (conflicted.length > 0) throw toConflictError(conflicted);
    const branch = (await git.branch()) ?? null;
    const sum = (field: 'additions' | 'deletions'): number => changed.reduce((total, file) => total + file[field], 0);
    const result = {
      branch,
      filesChanged: changed.length,
      insertions: sum('additions'),
      deletions: sum('deletions'),
      files: changed.slice(0, maxListed).map(({ path }) => path),
      leftOut: leftOut.slice(0, maxListed),
    };
    // A merge that keeps everything as it is has no changes, and is finished by its commit.
    const { exitCode } = await git.run(['rev-parse', '--verify', '--quiet', 'MERGE_HEAD']);
    if (changed.length === 0 && exitCode !== 0) return { committed: false, hash: null, ...result };
    const search = { compute: context.ports.compute, caller: context };
    await requireCommitWithoutSecrets((args, limits) => git.run(args, limits), message, search);
    const author = context.ports.workTrees.authorOf(context.userId);
    const options = [
      '--quiet',
      '--file=-',
      '--cleanup=whitespace',
      '--no-verify',
      '--no-gpg-sign',
      '--no-edit',
      '--no-post-rewrite',
    ];
    await git.read(['commit', ...options], { stdin: message, author });
    return { committed: true, hash: (await git.head()) ?? null, ...result };
  },
  toModel({ committed, hash, filesChanged, insertions, deletions, leftOut }) {
    const rest =
      leftOut.length === 0
        ? ''
        : `\nNot committed: repositories of their own, files that git refuses, and content of Git LFS or git-crypt, which do not run here:\n${fenceText(leftOut.join('\n'), { source: 'file' })}`;
    if (!committed) return `Nothing to commit: no change is staged. Stage files with gitAdd, or use addAll.${rest}`;
    return `Committed ${hash}: ${filesChanged} files changed, ${insertions} lines added, ${deletions} deleted.${rest}`;
  },
});
