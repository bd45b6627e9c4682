import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGitCheckout, testGit } from '../../test/support/create-git-checkout.ts';
import { gitAdd } from './tools/git-add.ts';
import { gitCommit } from './tools/git-commit.ts';

const attributes =
  '*.bin filter=lfs diff=lfs merge=lfs -text\nsecrets/** filter=git-crypt diff=git-crypt\n*.md filter=tidy\n';

/** A pointer as git-lfs writes it: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const toPointer = (letter: string): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${letter.repeat(64)}\nsize 12345\n`;

async function createFiltered() {
  const checkout = await createGitCheckout({
    '.gitattributes': attributes,
    'changed.bin': toPointer('a'),
    'gone.bin': toPointer('b'),
    'moved.bin': toPointer('c'),
    'secrets/key.txt': 'encrypted\n',
    'a.md': 'one\n',
  });
  await checkout.put({
    'changed.bin': 'content\n',
    'large.bin': `${toPointer('d')}${'x'.repeat(2_000)}\n`,
    'moved.bin': toPointer('e'),
    'new/pointer.bin': toPointer('f'),
    'new/ä ö.bin': 'content\n',
    'secrets/key.txt': 'plain\n',
    'a.md': 'two\n',
  });
  await rm(join(checkout.folder, 'gone.bin'));
  await symlink('a.md', join(checkout.folder, 'link.bin'));
  return checkout;
}

const left = ['changed.bin', 'large.bin', 'new/ä ö.bin', 'secrets/key.txt'];
const committed = 'M\ta.md\nD\tgone.bin\nA\tlink.bin\nM\tmoved.bin\nA\tnew/pointer.bin\n';

it('gitCommit leaves out content that Git LFS or git-crypt would have to write, and commits pointers', async () => {
  const checkout = await createFiltered();
  const result = await gitCommit.execute({ message: 'Change', addAll: true }, checkout.context);
  expect(result.leftOut.toSorted()).toEqual(left);
  expect(gitCommit.toModel?.(result)).toContain('Git LFS');
  expect(await checkout.git('show', '--format=', '--name-status', 'HEAD')).toBe(committed);
  expect(await checkout.git('show', 'HEAD:changed.bin')).toBe(toPointer('a'));
});

it('gitAdd names such a file as left out, also in a repository without a commit', async () => {
  const checkout = await createGitCheckout();
  await checkout.put({ '.gitattributes': attributes, 'a.bin': 'content\n' });
  const added = await gitAdd.execute({ paths: ['a.bin'], all: false, unstage: false }, checkout.context);
  expect(added).toEqual({ staged: [], stagedFiles: 0, unstaged: [], leftOut: ['a.bin'] });
});

it('the rest of a job is committed without them, and each is named', async () => {
  const checkout = await createFiltered();
  const author = { name: 'Ada', email: 'ada@example.test' };
  const { signal } = new AbortController();
  const leftOut = await testGit.commitAll(
    { organizationId: 'o1', folder: checkout.folder, message: 'Rest', author },
    signal,
  );
  expect(leftOut.toSorted()).toEqual(
    left.map((path) => `${path} (Git LFS or git-crypt has to write its content, which does not run here)`),
  );
  expect(await checkout.git('show', '--format=', '--name-status', 'HEAD')).toBe(committed);
});

it('such a file is found among changes whose names alone take megabytes', async () => {
  const checkout = await createGitCheckout({ '.gitattributes': attributes });
  const deep = Array.from({ length: 14 }, (_, index) => String.fromCodePoint(97 + index).repeat(240)).join('/');
  const names = Array.from(
    { length: 1_600 },
    (_, index) => `${deep}/${index + 1_000}.${index === 800 ? 'bin' : 'txt'}`,
  );
  await checkout.put(Object.fromEntries(names.map((name) => [name, 'content\n'])));
  const { committed, leftOut } = await gitCommit.execute({ message: 'Add', addAll: true }, checkout.context);
  expect({ committed, leftOut }).toEqual({ committed: true, leftOut: [names[800]] });
});
