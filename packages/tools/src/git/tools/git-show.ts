import { fenceText } from '@shipmate/core/tool';
import { parseCheckoutPath } from '@shipmate/domain/repository';
import { z } from 'zod';
import { commitSchema, describeCommit, readCommits } from './git-log.ts';
import {
  fieldError,
  defineGitTool,
  type Git,
  type GitToolContext,
  keptStart,
  openGit,
  pathsSchema,
  refSchema,
  toPathArguments,
} from './git-tool.ts';
import { describeDiff, diffSchema, readDiff } from './read-diff.ts';

const maxContent = 200_000;

export const gitShow = defineGitTool({
  name: 'gitShow',
  description:
    'Shows a commit with its changes against its first parent, or with filePath the content of that file as the commit has it.',
  effect: 'read',
  idempotent: true,
  input: () =>
    z.object({
      ref: refSchema().default('HEAD'),
      filePath: z.string().min(1).max(500).optional().describe('Shows this file at the commit instead of the changes.'),
      paths: pathsSchema().optional().describe('Only the changes of these files and folders.'),
      contextLines: z.int().min(0).max(50).default(3),
    }),
  output: () =>
    z.object({
      commit: commitSchema(),
      diff: diffSchema().optional(),
      content: z.string().optional(),
      truncated: z.boolean(),
    }),
  async execute({ ref, filePath, paths, contextLines }, context: GitToolContext) {
    const end = toPathArguments(paths);
    const path = filePath === undefined ? undefined : parseCheckoutPath(filePath, 'filePath');
    const git = await openGit(context);
    const hash = await git.commitOf(ref);
    const [commit] = await readCommits(git, ['--max-count=1', hash, '--']);
    if (!commit) throw fieldError('ref', `The repository has no commit "${ref}".`, 'NOT_FOUND');
    if (path !== undefined) return { commit, ...(await readContent(git, { hash, path })) };
    const [parent = await emptyTree(git)] = commit.parents;
    const diff = await readDiff(git, { revisions: [parent, hash], paths: end, contextLines });
    return { commit, diff, truncated: diff.truncated };
  },
  toModel({ commit, diff, content, truncated }) {
    const head = fenceText(describeCommit(commit), { source: 'file' });
    if (diff) return `${head}\n${describeDiff(diff)}`;
    const cut = truncated ? 'The file is longer than what is shown.\n' : '';
    return `${head}\n${cut}${fenceText(content ?? '', { source: 'file' })}`;
  },
});

/** The tree of a repository before its first commit; its hash depends on the format of the repository. */
async function emptyTree(git: Git): Promise<string> {
  return (await git.read(['hash-object', '-t', 'tree', '--stdin'], { stdin: '' })).trim();
}

async function readContent(git: Git, { hash, path }: { readonly hash: string; readonly path: string }) {
  const listed = await git.read(['ls-tree', '-z', hash, '--', path]);
  const [, blob] = /^\d+ blob ([0-9a-f]+)\t/u.exec(listed) ?? [];
  if (blob === undefined) {
    throw fieldError('filePath', `"${path}" is no file in that commit.`, 'NOT_FOUND');
  }
  const output = await git.run(['cat-file', 'blob', blob], { maxOutputBytes: maxContent * 4 });
  const stdout = keptStart(output);
  if (stdout.includes('\0')) {
    throw fieldError('filePath', `"${path}" is not a text file.`);
  }
  const text = await git.redact(stdout);
  return { content: text.slice(0, maxContent), truncated: output.truncated || text.length > maxContent };
}
