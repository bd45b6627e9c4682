import { z } from 'zod';
import { requirePushWithoutSecrets } from '../added-secrets.ts';
import { toGitError } from '../git-failure.ts';
import { remoteArgument } from '../git-port.ts';
import { parseGitRemote, toCompareUrl } from '../git-remote.ts';
import { defineGitTool, type GitToolContext, fieldError, openGit, refSchema } from './git-tool.ts';

export const gitPush = defineGitTool({
  name: 'gitPush',
  description:
    'Pushes the branch that is checked out to the branch of the same name of the remote, never by force and never to the default branch of ' +
    'the remote. Commits that are pushed can be seen by others and cannot be taken back; commits with secrets are refused.',
  effect: 'destructive',
  exclusive: true,
  openWorld: true,
  input: () =>
    z.object({
      branch: refSchema().optional().describe('The branch that is checked out, to be certain.'),
    }),
  output: () =>
    z.object({
      branch: z.string(),
      commit: z.string(),
      /** True if the remote did not have the branch. */
      created: z.boolean(),
      /** The page on which the branch can be viewed and proposed, for known hosts. */
      compareUrl: z.string().nullable(),
    }),
  async execute({ branch: given }, context: GitToolContext) {
    const git = await openGit(context);
    const [branch, commit] = [await git.branch(), await git.head()];
    if (branch === undefined || commit === undefined) {
      throw fieldError(
        'branch',
        'There is no branch with a commit to push. Check one out with gitCheckout.',
        'CONFLICT',
      );
    }
    if (given !== undefined && given !== branch) {
      throw fieldError(
        'branch',
        `"${branch}" is checked out, not "${given}". Only the branch that is checked out can be pushed.`,
      );
    }
    const access = await context.ports.remotes.open(context);
    const ref = `refs/heads/${branch}`;
    const listed = await git.run(['ls-remote', '--symref', '--', remoteArgument, 'HEAD', ref], { access });
    if (listed.exitCode !== 0) throw toGitError('The remote', listed);
    if (listed.stdout.split('\n').includes(`ref: ${ref}\tHEAD`)) {
      throw fieldError(
        'branch',
        `"${branch}" is the default branch of the remote. Create a branch with gitCheckout and push that.`,
        'CONFLICT',
      );
    }
    const known = listed.stdout.split('\n').find((line) => line.endsWith(`\t${ref}`));
    const search = { compute: context.ports.compute, caller: context };
    await requirePushWithoutSecrets((args, limits) => git.run(args, limits), { commit, listed: listed.stdout }, search);
    const options = [
      '--quiet',
      '--no-verify',
      '--no-follow-tags',
      '--recurse-submodules=no',
      '--no-signed',
      '--no-force',
    ];
    const pushed = await git.run(['push', ...options, '--', remoteArgument, `${commit}:${ref}`], { access });
    if (/\[rejected\]|non-fast-forward|fetch first/u.test(pushed.stderr)) {
      throw fieldError(
        'branch',
        `The remote has commits of "${branch}" that are missing here. Pull them first.`,
        'CONFLICT',
      );
    }
    if (pushed.exitCode !== 0) throw toGitError('The remote', pushed);
    const remote = parseGitRemote(access.remote, { http: true, ssh: true, file: true });
    return { branch, commit, created: known === undefined, compareUrl: toCompareUrl(remote, branch) ?? null };
  },
});
