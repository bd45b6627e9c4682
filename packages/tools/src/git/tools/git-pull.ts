import { z } from 'zod';
import { toGitError } from '../git-failure.ts';
import { remoteArgument } from '../git-port.ts';
import { requireBranchName } from '../branch-name.ts';
import { defineGitTool, type GitToolContext, fieldError, openGit, refSchema } from './git-tool.ts';

export const gitPull = defineGitTool({
  name: 'gitPull',
  description:
    'Fetches a branch of the remote and fast-forwards the branch that is checked out to it. When both have commits that the other has not, ' +
    'nothing changes and the call fails.',
  effect: 'write',
  exclusive: true,
  openWorld: true,
  input: () =>
    z.object({
      branch: refSchema()
        .optional()
        .describe('The branch of the remote; default is the one with the name of the current branch.'),
    }),
  output: () =>
    z.object({
      branch: z.string(),
      updated: z.boolean(),
      from: z.string().nullable(),
      to: z.string(),
      commits: z.number().int(),
    }),
  async execute({ branch: given }, context: GitToolContext) {
    const git = await openGit(context);
    if (given !== undefined) await requireBranchName(given, (args) => git.run(args));
    const branch = given ?? (await git.branch());
    if (branch === undefined) {
      throw fieldError('branch', 'No branch is checked out. Give the branch to pull.');
    }
    const access = await context.ports.remotes.open(context);
    const options = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-maintenance'];
    const fetched = await git.run(['fetch', ...options, '--', remoteArgument, `refs/heads/${branch}`], { access });
    if (/couldn't find remote ref/u.test(fetched.stderr)) {
      throw fieldError('branch', `The remote has no branch "${branch}". Give another one.`, 'NOT_FOUND');
    }
    if (fetched.exitCode !== 0) throw toGitError('The remote', fetched);
    const to = (await git.read(['rev-parse', '--verify', 'FETCH_HEAD^{commit}'])).trim();
    const from = await git.head();
    const merge = ['--ff-only', '--quiet', '--no-stat', '--no-verify', '--no-verify-signatures', '--no-autostash'];
    await git.read(['merge', ...merge, to]);
    const after = await git.head();
    const range = from === undefined ? [to] : [to, '--not', from];
    const commits = Number(await git.read(['rev-list', '--count', ...range, '--']));
    return { branch, updated: after !== from, from: from ?? null, to: after ?? to, commits };
  },
});
