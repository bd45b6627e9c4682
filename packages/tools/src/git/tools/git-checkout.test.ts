import { expect, it } from 'vitest';
import { createGitCheckout } from '../../../test/support/create-git-checkout.ts';
import { git } from '../../testing/start-git-server.ts';
import { gitBlame } from './git-blame.ts';
import { gitBranch } from './git-branch.ts';
import { gitCheckout } from './git-checkout.ts';

it('gitCheckout names the start of a branch that is only at the remote, and of a tag', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await git(checkout.folder, 'update-ref', 'refs/remotes/origin/topic', 'HEAD');
  await git(checkout.folder, 'tag', 'v1');
  const open = (branch: string) => gitCheckout.execute(gitCheckout.input.parse({ branch }), checkout.context);
  for (const [branch, start] of [
    ['topic', 'origin/topic'],
    ['origin/topic', 'origin/topic'],
    ['v1', 'v1'],
  ] as const) {
    await expect(open(branch)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `"${branch}" is no local branch. Create one with create and startPoint "${start}".`,
    });
  }
  await expect(open('nothing')).rejects.toMatchObject({
    message: expect.stringContaining('There is no branch "nothing"'),
  });
});

it('gitBlame says that a repository has no commit', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await git(checkout.folder, 'checkout', '--quiet', '--orphan', 'empty');
  const call = gitBlame.execute(gitBlame.input.parse({ filePath: 'a.txt' }), checkout.context);
  await expect(call).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'The repository has no commit "HEAD". Use gitBranch or gitLog to find one.',
  });
});

it('gitBranch says that the branch to delete does not exist', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  const call = gitBranch.execute(gitBranch.input.parse({ action: 'delete', name: 'nothing' }), checkout.context);
  await expect(call).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no such branch. List the branches with gitBranch.',
  });
});

it('gitCheckout says what to do about files in conflict', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  for (const branch of ['other', 'main']) {
    await checkout.git('checkout', '--quiet', '-B', branch, branch === 'main' ? 'main' : 'HEAD');
    await checkout.put({ 'a.txt': `${branch}\n` });
    await checkout.git('commit', '--quiet', '--all', '--message', branch);
  }
  await expect(checkout.git('merge', 'other')).rejects.toThrow('git merge other failed');
  for (const given of [{ branch: 'other' }, { paths: ['a.txt'] }]) {
    await expect(gitCheckout.execute(gitCheckout.input.parse(given), checkout.context)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Files are in conflict. Resolve them, stage them with gitAdd, and commit first.',
    });
  }
});
