import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createGitCheckout } from '../../test/support/create-git-checkout.ts';
import { gitAdd } from './tools/git-add.ts';
import { gitCommit } from './tools/git-commit.ts';

const all = { paths: [], all: true, unstage: false };

// Git holds "index.lock" while it stages, and refuses every later change while that file is there (git-update-index, gitrepository-layout).
it('gitAdd and gitCommit change the index again after gitAdd was cancelled', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  const lock = join(checkout.folder, '.git/index.lock');
  // It takes git a second to read it.
  await writeFile(join(checkout.folder, 'large.bin'), randomBytes(40_000_000));
  const caller = new AbortController();
  const added = gitAdd.execute(all, { ...checkout.context, signal: caller.signal }).catch((thrown: unknown) => thrown);
  await vi.waitUntil(() => existsSync(lock), { interval: 2, timeout: 20_000 });
  caller.abort();
  expect(await added).toMatchObject({ code: 'ABORTED' });
  expect(existsSync(lock)).toBe(false);
  await checkout.put({ 'a.txt': 'two\n', '.gitignore': 'large.bin\n' });
  expect(await gitAdd.execute(all, checkout.context)).toMatchObject({ staged: ['a.txt', '.gitignore'] });
  expect(await gitCommit.execute({ message: 'Change', addAll: false }, checkout.context)).toMatchObject({
    committed: true,
  });
});

it('gitAdd leaves the lock of another git', async () => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  const lock = join(checkout.folder, '.git/index.lock');
  await writeFile(lock, '');
  await checkout.put({ 'a.txt': 'two\n' });
  await expect(gitAdd.execute(all, checkout.context)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(existsSync(lock)).toBe(true);
});
