import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGitCheckout, type GitCheckout, testGit } from '../../test/support/create-git-checkout.ts';
import { gitCommit } from './tools/git-commit.ts';
import { gitPush } from './tools/git-push.ts';

/** A text of 34 MB, which is more than is searched for secrets. */
const large = `${'x'.repeat(99)}\n`.repeat(340_000);
const author = { name: 'Ada', email: 'ada@example.test' };
// Put together here, so that no scanner takes this file for one with secrets.
const token = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;

const commitAll = ({ folder }: GitCheckout) =>
  testGit.commitAll({ organizationId: 'o1', folder, message: 'Change', author }, new AbortController().signal);
const committed = (checkout: GitCheckout) => checkout.git('show', '--format=', '--name-status', 'HEAD');

it('a large file can be deleted, committed and pushed', async () => {
  const checkout = await createGitCheckout({ 'a.ts': 'one\n', 'dump.sql': large });
  await checkout.git('checkout', '--quiet', '-b', 'work');
  await rm(join(checkout.folder, 'dump.sql'));
  const committing = gitCommit.execute({ message: 'Delete the dump', addAll: true }, checkout.context);
  expect(await committing).toMatchObject({ committed: true, files: ['dump.sql'] });
  expect(await gitPush.execute({}, checkout.context)).toMatchObject({ created: true });
});

it('commitAll commits what is beside the deletion of a large file', async () => {
  const checkout = await createGitCheckout({ 'a.ts': 'one\n', 'dump.sql': large });
  await rm(join(checkout.folder, 'dump.sql'));
  await checkout.put({ 'a.ts': 'two\n' });
  expect(await commitAll(checkout)).toEqual([]);
  expect(await committed(checkout)).toBe('M\ta.ts\nD\tdump.sql\n');
});

it('commitAll leaves out the large files alone, and secrets beside them', async () => {
  const checkout = await createGitCheckout({ 'a.ts': 'one\n' });
  await checkout.put({ 'a.ts': 'two\n', 'dump.sql': large, 'keys.txt': `${token}\n` });
  expect(await commitAll(checkout)).toEqual([
    'keys.txt:1 (github-token)',
    'dump.sql (too large to be searched for secrets)',
  ]);
  expect(await committed(checkout)).toBe('M\ta.ts\n');
});

it('commitAll leaves out all changes when too many files together are too large', async () => {
  const checkout = await createGitCheckout({ 'a.ts': 'one\n' });
  const part = large.slice(0, 200_000);
  await checkout.put(Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`${index}.txt`, part])));
  expect(await commitAll(checkout)).toEqual([
    'all uncommitted changes, which are too large to be searched for secrets',
  ]);
});
