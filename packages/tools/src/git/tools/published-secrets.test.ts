import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGitCheckout, type GitCheckout, testGit } from '../../../test/support/create-git-checkout.ts';
import { createTestFolder } from '../../../test/support/test-helm.ts';
import { git } from '../../testing/start-git-server.ts';
import { gitCommit } from './git-commit.ts';
import { gitPull } from './git-pull.ts';
import { gitPush } from './git-push.ts';

// Put together here, so that no scanner takes this file for one with secrets.
const token = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;

/** Pushes a commit with a secret to a branch of the remote, as another person may. */
async function publishSecret({ bare }: GitCheckout, branch: string): Promise<void> {
  const clone = join(createTestFolder(), 'clone');
  await git('/', 'clone', '--quiet', bare, clone);
  await writeFile(join(clone, 'example.env'), `TOKEN=${token}\n`);
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '--message', 'Show an example');
  await git(clone, 'push', '--quiet', 'origin', `HEAD:${branch}`);
}

/** Checks out a branch, pulls what another person pushed to one of the remote, and commits a change. */
async function pullAndCommit(pulled: string): Promise<GitCheckout> {
  const checkout = await createGitCheckout({ 'a.ts': 'one\n' });
  const { context } = checkout;
  await checkout.git('checkout', '--quiet', '-b', 'work');
  await publishSecret(checkout, pulled);
  expect(await gitPull.execute({ branch: pulled }, context)).toMatchObject({ updated: true });
  await checkout.put({ 'a.ts': 'two\n' });
  await gitCommit.execute({ message: 'Change', addAll: true }, context);
  return checkout;
}

it.each(['work', 'main'])(
  'gitPush pushes over a secret that was pulled from the branch %s of the remote',
  async (branch) => {
    const checkout = await pullAndCommit(branch);
    expect(await gitPush.execute({}, checkout.context)).toMatchObject({ branch: 'work' });
  },
);

it('pushCommit pushes over a secret that the remote has', async () => {
  const checkout = await pullAndCommit('main');
  const place = { organizationId: 'o1', cache: join(checkout.folder, '.git') };
  const commit = (await checkout.git('rev-parse', 'HEAD')).trim();
  const access = { remote: `file://${checkout.bare}`, allowFile: true };
  const pushed = testGit.pushCommit(place, { access, commit, branch: 'work' }, new AbortController().signal);
  expect(await pushed).toMatchObject({ commit, created: true });
});

it('gitPush refuses a secret of a branch that the remote has not', async () => {
  const checkout = await pullAndCommit('main');
  await checkout.put({ 'b.env': `TOKEN=${token}\n` });
  await checkout.git('add', '--all');
  await checkout.git('commit', '--quiet', '--message', 'Add');
  await expect(gitPush.execute({}, checkout.context)).rejects.toThrow(
    'The commits hold secrets at b.env:1 (github-token)',
  );
});
