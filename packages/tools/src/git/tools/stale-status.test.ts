import { mkdir, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGitCheckout, type GitCheckout } from '../../../test/support/create-git-checkout.ts';
import { gitAdd } from './git-add.ts';
import { gitStatus } from './git-status.ts';

const status = ({ context }: GitCheckout) => gitStatus.execute({ porcelain: true }, context);
const old = new Date('2024-01-01T00:00:00Z');

it('gitStatus shows a file that the untracked cache of the repository hides', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'a' });
  const { folder } = checkout;
  await checkout.git('config', 'core.untrackedCache', 'true');
  await checkout.git('config', 'status.showUntrackedFiles', 'all');
  // Git takes the cache only with the exclude file with which it was written.
  await checkout.git('config', 'core.excludesFile', '/dev/null');
  const secondOf = async (path: string) => Math.floor((await stat(join(folder, path))).ctimeMs / 1_000);
  let name = '';
  // Git compares times of folders in seconds: both changes have to come in one.
  for (let attempt = 0; ; attempt += 1) {
    name = `new${attempt}`;
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'one'), '');
    const second = await secondOf(name);
    await checkout.git('status');
    await checkout.git('status');
    // The size of a folder in memory depends on the number of its files.
    await rename(join(folder, name, 'one'), join(folder, name, 'two'));
    if ((await secondOf(name)) === second) break;
  }
  // As if git had written it in a later second.
  const later = new Date(Date.now() + 5_000);
  await utimes(join(folder, '.git', 'index'), later, later);
  const { untracked } = await status(checkout);
  expect(untracked.filter((path) => path.startsWith(`${name}/`))).toEqual([`${name}/two`]);
});

it('gitStatus shows a changed file whose size and time are as before, whatever the repository says about comparing them', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'a' });
  const { folder } = checkout;
  const replace = async (content: string) => {
    await writeFile(join(folder, 'other'), content);
    await utimes(join(folder, 'other'), old, old);
    await rename(join(folder, 'other'), join(folder, 'a.txt'));
  };
  await checkout.git('config', 'core.checkStat', 'minimal');
  await checkout.git('config', 'core.trustctime', 'false');
  await replace('b');
  await checkout.git('add', 'a.txt');
  await replace('c');
  expect((await status(checkout)).unstaged).toEqual([{ path: 'a.txt', status: 'modified' }]);
});

it('gitStatus shows a change of a file that was staged, although the repository tells git to ignore such changes', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'a' });
  const { folder, context } = checkout;
  await checkout.git('config', 'core.ignoreStat', 'true');
  await writeFile(join(folder, 'a.txt'), 'staged');
  await gitAdd.execute(gitAdd.input.parse({ paths: ['a.txt'] }), context);
  await writeFile(join(folder, 'a.txt'), 'changed after that');
  expect(await status(checkout)).toMatchObject({
    staged: [{ path: 'a.txt', status: 'modified' }],
    unstaged: [{ path: 'a.txt', status: 'modified' }],
  });
});

it('gitStatus writes no index, so it locks none', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'a' });
  const { folder } = checkout;
  await utimes(join(folder, 'a.txt'), old, old);
  const index = () => stat(join(folder, '.git', 'index'), { bigint: true }).then(({ ino, ctimeNs }) => [ino, ctimeNs]);
  const before = await index();
  expect(await status(checkout)).toMatchObject({ clean: true });
  expect(await index()).toEqual(before);
});
