import { expect, it } from 'vitest';
import { createGitCheckout } from '../../../test/support/create-git-checkout.ts';
import { git } from '../../testing/start-git-server.ts';
import { gitBlame } from './git-blame.ts';
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
