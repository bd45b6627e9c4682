import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGitCheckout, type GitCheckout } from '../../../test/support/create-git-checkout.ts';
import { gitAdd } from './git-add.ts';
import { gitCommit } from './git-commit.ts';

type Files = Readonly<Record<string, string>>;

/** Merges two branches that changed the same files. */
async function mergeConflict({ base, ours, theirs }: { readonly [Side in 'base' | 'ours' | 'theirs']: Files }) {
  const checkout = await createGitCheckout({ 'other.txt': 'x\n', ...base });
  await checkout.git('checkout', '--quiet', '-b', 'other');
  await commitFiles(checkout, theirs);
  await checkout.git('checkout', '--quiet', 'main');
  await commitFiles(checkout, ours);
  await checkout.git('merge', 'other').catch(() => undefined);
  return checkout;
}

async function commitFiles(checkout: GitCheckout, files: Files) {
  for (const [path, content] of Object.entries(files)) {
    await rm(join(checkout.folder, path), { force: true });
    if (content.startsWith('-> ')) await symlink(content.slice(3), join(checkout.folder, path));
    else await checkout.put({ [path]: content });
  }
  await checkout.git('add', '--all');
  await checkout.git('commit', '--quiet', '--message', 'Change');
}

const toConflict = (paths: string) => ({
  code: 'CONFLICT',
  message: `These files are in conflict: ${paths}. Resolve them, and stage them by their paths with gitAdd first.`,
});

it.each<[name: string, path: string, sides: readonly [string, string, string], attributes: string]>([
  ['a binary file', 'a.bin', ['a\0', 'b\0', 'c\0'], ''],
  ['a file that one side made binary', 'a b.bin', ['a\n', 'b\n', 'c\0'], ''],
  ['a binary file that both sides added', 'new.bin', ['', 'b\0', 'c\0'], ''],
  ['a link', 'link', ['-> a', '-> b', '-> c'], ''],
  ['a text that is not merged', 'a.lock', ['a\n', 'b\n', 'c\n'], '*.lock -merge\n'],
  ['a text that is not compared', 'b.lock', ['a\n', 'b\n', 'c\n'], '*.lock -diff\n'],
])('gitCommit with addAll refuses %s in conflict, and takes it once it is staged by its path', async (...row) => {
  const [, path, [base, ours, theirs], attributes] = row;
  const checkout = await mergeConflict({
    base: { '.gitattributes': attributes, ...(base !== '' && { [path]: base }), 'text.txt': 'a\n' },
    ours: { [path]: ours, 'text.txt': 'b\n' },
    theirs: { [path]: theirs, 'text.txt': 'c\n' },
  });
  const { context } = checkout;
  const commit = () => gitCommit.execute({ message: 'Merge', addAll: true }, context);
  const add = (given: object) => gitAdd.execute(gitAdd.input.parse(given), context);
  await expect(commit()).rejects.toMatchObject(toConflict(`${path}, text.txt`));
  await checkout.put({ 'text.txt': 'resolved\n' });
  await expect(commit()).rejects.toMatchObject(toConflict(path));
  await expect(add({ all: true })).rejects.toMatchObject(toConflict(path));
  expect((await checkout.git('ls-files', '--unmerged', '-z')).split('\0')).toContainEqual(
    expect.stringMatching(new RegExp(`\\t${path}$`, 'u')),
  );
  await add({ paths: [path] });
  expect(await commit()).toMatchObject({ committed: true });
  expect((await checkout.git('show', '--no-patch', '--format=%P')).trim().split(' ')).toHaveLength(2);
});

it('gitCommit with addAll takes texts in conflict that are one of their sides again', async () => {
  const sides = { base: { 'a.txt': 'a\n' }, ours: { 'a.txt': 'b\n' }, theirs: { 'a.txt': 'c\n' } };
  for (const content of ['b\n', 'c\n']) {
    const checkout = await mergeConflict(sides);
    await checkout.put({ 'a.txt': content });
    const done = await gitCommit.execute({ message: 'Merge', addAll: true }, checkout.context);
    expect(done).toMatchObject({ committed: true });
  }
});

it.each([{ all: true }, { paths: ['text.txt'] }])(
  'gitAdd with unstage and %j keeps the conflict of a file',
  async (given) => {
    const sides = { base: { 'text.txt': 'a\n' }, ours: { 'text.txt': 'b\n' }, theirs: { 'text.txt': 'c\n' } };
    const { context } = await mergeConflict(sides);
    const unstage = gitAdd.execute(gitAdd.input.parse({ ...given, unstage: true }), context);
    await expect(unstage).rejects.toMatchObject(toConflict('text.txt'));
    const commit = gitCommit.execute({ message: 'Merge', addAll: true }, context);
    await expect(commit).rejects.toMatchObject(toConflict('text.txt'));
  },
);
