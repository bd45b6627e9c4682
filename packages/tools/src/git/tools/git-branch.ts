import { fenceText } from '@shipmate/core/tool';
import { z } from 'zod';
import { requireBranchName } from '../branch-name.ts';
import { defineGitTool, type GitToolContext, fieldError, openGit, refSchema } from './git-tool.ts';

const maxListed = 200;

function branchSchema() {
  return z.object({
    name: z.string(),
    commit: z.string(),
    current: z.boolean(),
    remote: z.boolean(),
    date: z.string(),
    subject: z.string(),
  });
}

export const gitBranch = defineGitTool({
  name: 'gitBranch',
  description:
    'Lists branches, the newest first, all or those with or without a commit; creates one at a commit without checking it out; or ' +
    'deletes one whose commits another branch has. Use gitCheckout to change the branch of the checkout.',
  effect: ({ action }) => (action === 'list' ? 'read' : action === 'create' ? 'write' : 'destructive'),
  worstEffect: 'destructive',
  input: () =>
    z.object({
      action: z.enum(['list', 'create', 'delete']).default('list'),
      name: refSchema().optional().describe('The branch to create or delete.'),
      startPoint: refSchema().default('HEAD').describe('The commit at which a new branch begins.'),
      contains: refSchema().optional().describe('Lists only branches that contain this commit.'),
      notContains: refSchema().optional().describe('Lists only branches that do not contain this commit.'),
    }),
  output: () => z.object({ action: z.string(), branches: z.array(branchSchema()), truncated: z.boolean() }),
  async execute({ action, name, startPoint, contains, notContains }, context: GitToolContext) {
    const git = await openGit(context);
    if (action !== 'list') {
      if (name === undefined) {
        throw fieldError('name', `Give the name of the branch to ${action}.`);
      }
      await requireBranchName(name, (args) => git.run(args));
      if (action === 'create') await git.read(['branch', '--no-track', '--', name, await git.commitOf(startPoint)]);
      else await git.read(['branch', '--delete', '--quiet', '--', name]);
    }
    const fields = ['refname', 'objectname', 'HEAD', 'committerdate:iso-strict', 'contents:subject'];
    const format = `--format=${fields.map((field) => `%(${field})`).join('%00')}`;
    const selected = [
      '--sort=-committerdate',
      `--count=${maxListed + 1}`,
      ...(contains === undefined ? [] : [`--contains=${await git.commitOf(contains)}`]),
      ...(notContains === undefined ? [] : [`--no-contains=${await git.commitOf(notContains)}`]),
    ];
    const output = await git.read(['for-each-ref', format, ...selected, '--', 'refs/heads', 'refs/remotes']);
    const branches = output
      .split('\n')
      .filter((line) => line.startsWith('refs/') && !/^refs\/remotes\/[^/]+\/HEAD\0/u.test(line))
      .map((line) => {
        const [ref = '', commit = '', head = '', date = '', subject = ''] = line.split('\0');
        const remote = ref.startsWith('refs/remotes/');
        return {
          name: ref.replace(/^refs\/(?:heads|remotes)\//u, ''),
          commit,
          current: head === '*',
          remote,
          date,
          subject,
        };
      });
    return { action, branches: branches.slice(0, maxListed), truncated: branches.length > maxListed };
  },
  toModel({ action, branches, truncated }) {
    const done = action === 'list' ? '' : `The branch was ${action}d. `;
    if (branches.length === 0) return `${done}No branch was found.`;
    const lines = branches.map(
      ({ name, commit, current, remote, date, subject }) =>
        `${current ? '*' : ' '} ${name}${remote ? ' (remote)' : ''} ${commit.slice(0, 12)} ${date} ${subject}`,
    );
    return `${done}${branches.length} branches.${truncated ? ' There are more.' : ''}\n${fenceText(lines.join('\n'), { source: 'file' })}`;
  },
});
