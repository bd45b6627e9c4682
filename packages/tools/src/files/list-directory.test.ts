import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { listDirectory } from './list-directory.ts';

const files = { '.gitignore': 'lib/\n', 'lib/a.ts': 'a\n', 'only/.hidden': 'h\n', 'a.txt': 'a\n' };

it('listDirectory says how to see ignored files, and lists them when asked', async () => {
  await using checkout = await createCheckout(files);
  const left = await listDirectory.execute({ dirPath: 'lib' }, checkout.context);
  expect(left).toMatchObject({ entries: [], ignored: 1, hidden: 0 });
  expect(listDirectory.toModel?.(left)).toContain('set includeIgnored to list them.');
  const all = await listDirectory.execute({ dirPath: 'lib', includeIgnored: true }, checkout.context);
  expect(all).toMatchObject({ entries: [{ path: 'lib/a.ts' }], ignored: 0 });
});

it('listDirectory lists a folder that holds only hidden files', async () => {
  await using checkout = await createCheckout(files);
  const root = await listDirectory.execute({ dirPath: '.' }, checkout.context);
  expect(root.entries.map(({ path }) => path)).toEqual(['a.txt', 'only']);
  expect(root).toMatchObject({ ignored: 1, hidden: 1 });
  const only = await listDirectory.execute({ dirPath: 'only' }, checkout.context);
  expect(only).toMatchObject({ entries: [], ignored: 0, hidden: 1 });
});

it('listDirectory names its field for the path of a file', async () => {
  await using checkout = await createCheckout(files);
  await expect(listDirectory.execute({ dirPath: 'a.txt' }, checkout.context)).rejects.toMatchObject({
    message: 'dirPath "a.txt" is a file. Give the path of a directory, or read the file with readFile.',
    details: { issues: [{ path: 'dirPath' }] },
  });
});

it('listDirectory lists folders without files, which git does not ignore', async () => {
  await using checkout = await createCheckout(files);
  const { folder, context } = checkout;
  for (const path of ['empty', 'nested/deep', 'build/out']) await mkdir(join(folder, path), { recursive: true });
  await writeFile(join(folder, '.gitignore'), 'lib/\nbuild/out/*\n');
  await writeFile(join(folder, 'build/out/a.o'), '');
  await symlink('a.txt', join(folder, 'lib/link.txt'));
  const root = await listDirectory.execute({ dirPath: '.' }, context);
  expect(root.entries.map(({ path }) => path)).toEqual(['a.txt', 'empty', 'nested', 'only']);
  expect(root).toMatchObject({ ignored: 2, hidden: 1 });
  const { entries } = await listDirectory.execute({ dirPath: '.', recursive: true }, context);
  expect(entries.map(({ path }) => path)).toEqual(['a.txt', 'empty', 'nested', 'only', 'nested/deep']);
});

it('listDirectory names its field in errors about the path', async () => {
  await using checkout = await createCheckout({ 'a.txt': '' });
  for (const [dirPath, problem] of [
    ['/', 'dirPath "/" is absolute.'],
    ['../b', 'dirPath "../b" leads out of the workspace.'],
  ] as const) {
    const call = listDirectory.execute({ dirPath }, checkout.context);
    await expect(call).rejects.toMatchObject({ message: expect.stringContaining(problem) });
  }
});
