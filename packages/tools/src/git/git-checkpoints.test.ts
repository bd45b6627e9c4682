import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBareRepository, git } from '../testing/start-git-server.ts';
import { createTestFolder } from '../../test/support/test-helm.ts';
import { createCheckpoints } from './git-checkpoints.ts';
import { createGitCli } from './git-cli.ts';

const { signal } = new AbortController();
const root = createTestFolder();
const cache = join(root, 'cache', 'shop.git');
const store = join(root, 'checkpoints', 'one');
const organizationId = 'acme';
const cli = createGitCli();
const files = { 'a.txt': 'one\n', 'crlf.txt': 'one\r\ntwo\n', 'src/b.ts': 'export {};\n', '.gitignore': 'ignored/\n' };

async function addTree(name: string): Promise<string> {
  const folder = join(root, name);
  await cli.addWorkTree({ organizationId, cache, folder, branch: `run/${name}`, base: 'main' }, signal);
  return folder;
}

const placeOf = (folder: string, index = 'one') => ({ organizationId, folder, store, index });

async function push(contents: Readonly<Record<string, string>>): Promise<void> {
  const clone = join(root, 'clone');
  if (!existsSync(clone)) await git(root, 'clone', '--quiet', join(root, 'shop.git'), clone);
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(join(clone, path, '..'), { recursive: true });
    await writeFile(join(clone, path), content);
  }
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '--message', 'Begin');
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
  await cli.updateCache({ organizationId, cache, remote: `file://${join(root, 'shop.git')}`, allowFile: true }, signal);
}

beforeAll(async () => {
  await createBareRepository(root);
  await push(files);
});
afterAll(() => cli.close());

it('a checkpoint brings back content, modes, links, new and deleted files exactly', async () => {
  const folder = await addTree('exact');
  const at = (path: string) => join(folder, path);
  await writeFile(at('new.bin'), Buffer.from([0, 255, 13, 10]));
  await symlink('a.txt', at('link'));
  await chmod(at('a.txt'), 0o755);
  const saved = await cli.saveCheckpoint(placeOf(folder), signal);
  expect(saved).toMatchObject({ leftOut: [], head: expect.stringMatching(/^[0-9a-f]{40}$/) });
  await writeFile(at('crlf.txt'), 'changed\n');
  await chmod(at('a.txt'), 0o644);
  for (const path of ['new.bin', 'link', 'src']) await rm(at(path), { recursive: true });
  await writeFile(at('src'), 'a file in place of a folder');
  await writeFile(at('later.txt'), 'later');
  await mkdir(at('ignored'));
  await writeFile(at('ignored/cache'), 'kept');
  const later = await cli.saveCheckpoint(placeOf(folder), signal);
  expect(later.tree).not.toBe(saved.tree);
  await cli.restoreCheckpoint(placeOf(folder), saved.tree, signal);
  expect(await readFile(at('new.bin'))).toEqual(Buffer.from([0, 255, 13, 10]));
  expect(await readFile(at('crlf.txt'), 'utf8')).toBe(files['crlf.txt']);
  expect(await readFile(at('src/b.ts'), 'utf8')).toBe(files['src/b.ts']);
  expect(await readlink(at('link'))).toBe('a.txt');
  expect((await stat(at('a.txt'))).mode & 0o111).not.toBe(0);
  expect(existsSync(at('later.txt'))).toBe(false);
  expect(await readFile(at('ignored/cache'), 'utf8')).toBe('kept');
  expect((await cli.saveCheckpoint(placeOf(folder), signal)).tree).toBe(saved.tree);
  await cli.restoreCheckpoint(placeOf(folder), later.tree, signal);
  expect((await lstat(at('src'))).isFile()).toBe(true);
  expect(await git(folder, 'status', '--porcelain', '--', 'later.txt')).toContain('?? later.txt');
});

it('a checkpoint is restored in another work tree of the repository', async () => {
  const first = await addTree('first');
  await writeFile(join(first, 'a.txt'), 'two\n');
  await writeFile(join(first, 'added.txt'), 'added\n');
  const { tree } = await cli.saveCheckpoint(placeOf(first, 'first'), signal);
  const second = await addTree('second');
  await cli.restoreCheckpoint(placeOf(second, 'second'), tree, signal);
  expect(await readFile(join(second, 'a.txt'), 'utf8')).toBe('two\n');
  expect(await readFile(join(second, 'added.txt'), 'utf8')).toBe('added\n');
  expect((await cli.saveCheckpoint(placeOf(second, 'second'), signal)).tree).toBe(tree);
});

it('a checkpoint has the files as they are on disk when the repository converts them', async () => {
  await push({ '.gitattributes': '*.txt text eol=crlf\n*.id ident\n', 'c.id': '$Id$\n' });
  const folder = await addTree('converted');
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one\r\n');
  const { tree } = await cli.saveCheckpoint(placeOf(folder, 'converted'), signal);
  await writeFile(join(folder, 'a.txt'), 'mixed\r\nendings\n');
  const mixed = await cli.saveCheckpoint(placeOf(folder, 'converted'), signal);
  await cli.restoreCheckpoint(placeOf(folder, 'converted'), tree, signal);
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one\r\n');
  await cli.restoreCheckpoint(placeOf(folder, 'converted'), mixed.tree, signal);
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('mixed\r\nendings\n');
});

it('a checkpoint is kept after a process died while it kept one', async () => {
  const folder = await addTree('died');
  const place = { ...placeOf(folder, 'died'), store: join(root, 'checkpoints', 'died') };
  await git(root, 'init', '--quiet', '--bare', place.store);
  await writeFile(join(place.store, 'died.index.lock'), '');
  await writeFile(join(folder, 'a.txt'), 'kept\n');
  const { tree } = await cli.saveCheckpoint(place, signal);
  await writeFile(join(place.store, 'died.index.lock'), '');
  await writeFile(join(folder, 'a.txt'), 'lost\n');
  await cli.restoreCheckpoint(place, tree, signal);
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('kept\n');
});

it('a store is bounded, and large files are left out and left alone', async () => {
  const folder = await addTree('bounded');
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(20_000_001));
  const { tree, leftOut } = await cli.saveCheckpoint(placeOf(folder, 'bounded'), signal);
  expect(leftOut).toEqual(['large.bin']);
  await cli.restoreCheckpoint(placeOf(folder, 'bounded'), tree, signal);
  expect((await stat(join(folder, 'large.bin'))).size).toBe(20_000_001);
  const run = <Result>(_: string, given: AbortSignal, work: (inner: AbortSignal) => Promise<Result>) => work(given);
  const small = createCheckpoints({ path: undefined, run, maxStoreBytes: 1_000 });
  await writeFile(join(folder, 'a.txt'), 'two');
  const full = small.saveCheckpoint(placeOf(folder, 'bounded'), signal);
  await expect(full).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

it('hooks, filters and settings of a repository run no program for a checkpoint', async () => {
  const folder = await addTree('hostile');
  const marker = join(root, 'marker');
  await writeFile(join(folder, '.gitattributes'), '* filter=evil\n');
  await git(cache, 'config', 'filter.evil.clean', `touch ${marker}`);
  await git(cache, 'config', 'filter.evil.smudge', `touch ${marker}`);
  await git(cache, 'config', 'core.fsmonitor', `touch ${marker}`);
  await writeFile(join(folder, 'a.txt'), 'filtered');
  const place = { ...placeOf(folder, 'hostile'), store: join(root, 'checkpoints', 'hostile') };
  const { tree } = await cli.saveCheckpoint(place, signal);
  await rm(join(folder, 'a.txt'));
  await cli.restoreCheckpoint(place, tree, signal);
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('filtered');
  expect(existsSync(marker)).toBe(false);
});
