import { expect, it } from 'vitest';
import { createGitCheckout, type GitCheckout } from '../../test/support/create-git-checkout.ts';
import { gitBranch } from './tools/git-branch.ts';

const create = (name: string, { context }: GitCheckout) =>
  gitBranch.execute(gitBranch.input.parse({ action: 'create', name }), context);

const zeros = '0'.repeat(40);

// gitrevisions(7): `<sha1>` and `$GIT_DIR/<refname>` are read before `refs/heads/<refname>`.
it.each([
  ['characters that cannot be seen', 'ma\u200bin'],
  ['a space of another kind', 'a\u00a0b'],
  ['a character that changes the direction of text', 'a\u202eb'],
  ['a character of private use', 'a\ue000b'],
  ['the hash of a commit', zeros],
  ['the hash of a commit, with SHA-256', zeros + zeros.slice(0, 24)],
  ['a hash in capitals', 'ABCDEF0123'.repeat(4)],
  ['a file of git', 'FETCH_HEAD'],
  ['a file of git', 'ORIG_HEAD'],
  ['an option', '-d'],
  ['an expression', '@{-1}'],
])('gitBranch creates no branch whose name is %s', async (_what, name) => {
  const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
  await expect(create(name, checkout)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: 'branch' }] },
  });
  expect(await checkout.git('branch', '--format=%(refname:short)')).toBe('main\n');
});

it.each(['fix/login', 'straße', '修正', 'release_HEAD', 'AHEAD', 'deadbeef', 'a.b-c_d', zeros.slice(1)])(
  'gitBranch creates the branch %s',
  async (name) => {
    const checkout = await createGitCheckout({ 'a.txt': 'one\n' });
    await create(name, checkout);
    expect(await checkout.git('rev-parse', '--verify', `refs/heads/${name}`)).toMatch(/^[\da-f]{40}\n$/u);
  },
);
