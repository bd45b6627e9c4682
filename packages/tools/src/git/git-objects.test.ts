import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBareRepository, git } from '../testing/start-git-server.ts';
import { createTestFolder } from '../../test/support/test-helm.ts';
import { createGitCli } from './git-cli.ts';

const { signal } = new AbortController();
const root = createTestFolder();
const place = { organizationId: 'acme', cache: join(root, 'cache', 'shop.git') };
const cli = createGitCli();
let main: string;
let hidden: string;

beforeAll(async () => {
  const remote = await createBareRepository(root);
  const clone = join(root, 'clone');
  await git(root, 'clone', '--quiet', remote, clone);
  await mkdir(join(clone, 'src', 'deep'), { recursive: true });
  await writeFile(join(clone, 'README.md'), 'Sums\n\nadd: adds\n');
  await writeFile(join(clone, 'src', 'add.ts'), 'export const ADD = 1;\n');
  await writeFile(join(clone, 'src', 'a b ä.ts'), '// spaces\n');
  await writeFile(join(clone, 'src', 'deep', 'x.bin'), Buffer.from([1, 0, 2]));
  await writeFile(join(clone, 'large.txt'), 'x'.repeat(1_000_001));
  await symlink('/etc/passwd', join(clone, 'link'));
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '--message', 'Begin');
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:main', 'HEAD:refs/heads/next');
  main = (await git(clone, 'rev-parse', 'HEAD')).trim();
  await cli.updateCache({ ...place, remote: `file://${remote}`, allowFile: true }, signal);
  const tree = { ...place, folder: join(root, 'tree'), branch: 'shipmate/mine', base: 'main' };
  await cli.addWorkTree(tree, signal);
  await writeFile(join(tree.folder, 'mine.txt'), 'mine\n');
  const author = { name: 'Ada', email: 'ada@example.com' };
  const run = (...args: readonly string[]) => cli.run({ ...place, folder: tree.folder, args, author }, signal);
  await run('update-index', '--add', 'mine.txt');
  await run('commit', '--quiet', '--message=Mine');
  hidden = (await run('rev-parse', 'HEAD')).stdout.trim();
});
afterAll(() => cli.close());

it('listBranches lists the branches of the remote without those of jobs', async () => {
  expect(await cli.listBranches(place, signal)).toEqual([
    { name: 'main', commit: main },
    { name: 'next', commit: main },
  ]);
});

it('resolve finds branches of the remote and commits that they contain, and no others', async () => {
  expect(await cli.resolve(place, { branch: 'next' }, signal)).toBe(main);
  expect(await cli.resolve(place, { commit: main }, signal)).toBe(main);
  for (const ref of [
    { commit: hidden },
    { commit: 'a'.repeat(40) },
    { commit: 'HEAD' },
    { commit: '--all' },
    { branch: 'shipmate/mine' },
    { branch: 'absent' },
  ]) {
    await expect(cli.resolve(place, ref, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  for (const branch of ['--all', '@{-1}', 'main^{tree}', 'a..b', 'main:README.md']) {
    await expect(cli.resolve(place, { branch }, signal)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
});

it('listFolder lists folders first, in pages, and finds no path outside of the commit', async () => {
  const list = (folder: string, more: { readonly after?: string; readonly limit?: number } = {}) =>
    cli.listFolder(place, { commit: main, folder, limit: 10, ...more }, signal);
  expect(await list('')).toEqual({
    entries: [
      { name: 'src', kind: 'folder', size: null },
      { name: 'README.md', kind: 'file', size: 16 },
      { name: 'large.txt', kind: 'file', size: 1_000_001 },
      { name: 'link', kind: 'link', size: 11 },
    ],
    next: null,
    isCut: false,
  });
  const first = await list('src', { limit: 2 });
  expect([first.entries.map(({ name }) => name), first.next]).toEqual([['deep', 'a b ä.ts'], 'a b ä.ts']);
  expect((await list('src', { after: 'a b ä.ts' })).entries).toMatchObject([{ name: 'add.ts' }]);
  for (const folder of ['absent', '..', '/etc', '.git', 'src/../..', 'README.md', 'a\0b']) {
    await expect(list(folder)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

it('readFile reads text, and says why it returns none', async () => {
  const readAt = (path: string) => cli.readFile(place, { commit: main, path }, signal);
  expect(await readAt('src/add.ts')).toEqual({ size: 22, content: 'export const ADD = 1;\n', reason: null });
  expect(await readAt('src/deep/x.bin')).toEqual({ size: 3, content: null, reason: 'binary' });
  expect(await readAt('large.txt')).toEqual({ size: 1_000_001, content: null, reason: 'too_large' });
  // A link is its target's name; the file of the machine is not read.
  expect((await readAt('link')).content).toBe('/etc/passwd');
  for (const path of ['src', 'absent', '../x', 'link/x']) {
    await expect(readAt(path)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

it('search finds lines with a text in any case, and reads no text as an option or a pattern', async () => {
  const find = (text: string, limit = 10) => cli.search(place, { commit: main, text, limit }, signal);
  expect(await find('add')).toEqual({
    lines: [
      { path: 'README.md', line: 3, text: 'add: adds' },
      { path: 'src/add.ts', line: 1, text: 'export const ADD = 1;' },
    ],
    isCut: false,
  });
  expect(await find('add', 1)).toMatchObject({ lines: [{ path: 'README.md' }], isCut: true });
  expect(await find('--open-files-in-pager=touch x')).toEqual({ lines: [], isCut: false });
  expect(await find('A.D')).toEqual({ lines: [], isCut: false });
});

it('a repository that was not fetched is a conflict that says so', async () => {
  const absent = { ...place, cache: join(root, 'none.git') };
  await expect(cli.listBranches(absent, signal)).rejects.toMatchObject({ code: 'CONFLICT' });
});
