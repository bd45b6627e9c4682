import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestFolder } from '../../test/support/test-helm.ts';
import { createBareRepository, git } from '../testing/start-git-server.ts';
import { createCache as createCacheAt } from './bare-cache.ts';
import { createGitCli } from './git-cli.ts';

const { signal } = new AbortController();
const root = createTestFolder();
const caches = join(root, 'caches');
const organizationId = 'acme';
const cli = createGitCli();
const clone = join(root, 'clone');
let remote: string;
let commit: string;

beforeAll(async () => {
  const shared = await createBareRepository(root);
  remote = `file://${shared}`;
  await git(root, 'clone', '--quiet', shared, clone);
  await writeFile(join(clone, 'a.txt'), 'one');
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '--message', 'Begin');
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:main', 'HEAD:refs/heads/other');
  commit = (await git(clone, 'rev-parse', 'HEAD')).trim();
  await mkdir(caches);
});
afterAll(() => cli.close());

const update = (cache: string, isDamaged = false) =>
  cli.updateCache({ organizationId, cache, remote, allowFile: true, isDamaged }, signal);

async function createCache(name: string): Promise<string> {
  const cache = join(caches, `${name}.git`);
  await update(cache);
  return cache;
}

async function moveMain(content: string): Promise<string> {
  await writeFile(join(clone, 'a.txt'), content);
  await git(clone, 'commit', '--quiet', '--all', '--message', content);
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
  commit = (await git(clone, 'rev-parse', 'HEAD')).trim();
  return commit;
}

const removeParts = async (cache: string) => {
  for (const part of ['objects', 'refs']) await rm(join(cache, part), { recursive: true });
};
const write = (file: string, text: string) => (cache: string) => writeFile(join(cache, file), text);
const emptyObjects = async (cache: string) => {
  for (const folder of await readdir(join(cache, 'objects'))) {
    if (folder.length !== 2) continue;
    for (const name of await readdir(join(cache, 'objects', folder))) {
      const file = join(cache, 'objects', folder, name);
      await chmod(file, 0o600);
      await writeFile(file, '');
    }
  }
};

it.each([
  ['git stopped before it was made', removeParts],
  ['its HEAD is empty', write('HEAD', '')],
  ['a branch is empty', write('refs/remotes/origin/main', '')],
  ['a branch that the remote does not have is empty', write('refs/remotes/origin/gone', '')],
  ['a branch names no object', write('refs/remotes/origin/main', `${'f'.repeat(40)}\n`)],
  ['its packed branches are garbage', write('packed-refs', 'garbage\0\n')],
  ['its objects are empty', emptyObjects],
  ['git left a lock of HEAD', write('HEAD.lock', '')],
  ['git left a lock of a branch', write('refs/remotes/origin/main.lock', '')],
  ['git left a lock of the packed branches', write('packed-refs.lock', '')],
])(
  'updateCache fetches into a cache again when %s',
  async (name, damage) => {
    const cache = await createCache(name.replaceAll(' ', '-'));
    await git(clone, 'push', '--quiet', 'origin', 'HEAD:refs/heads/gone');
    await update(cache);
    await git(clone, 'push', '--quiet', 'origin', ':refs/heads/gone');
    await moveMain(name);
    await damage(cache);
    expect(await update(cache)).toEqual({ branch: 'main', commit });
    expect(await git(cache, '--git-dir=.', 'fsck', '--strict')).toBe('');
    expect(await git(cache, '--git-dir=.', 'for-each-ref', '--format=%(refname)')).toBe(
      'refs/remotes/origin/main\nrefs/remotes/origin/other\n',
    );
    const folder = join(root, `tree-${name.replaceAll(' ', '-')}`);
    await cli.addWorkTree({ organizationId, cache, folder, branch: `run/${name.length}`, base: 'main' }, signal);
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe(name);
    expect((await readdir(caches)).filter((entry) => !entry.endsWith('.git'))).toEqual([]);
  },
  60_000,
);

it('addWorkTree names a damaged repository, and updateCache replaces it when the caller says so', async () => {
  const cache = await createCache('without-a-file');
  const id = (await git(cache, '--git-dir=.', 'rev-parse', 'refs/remotes/origin/main:a.txt')).trim();
  await rm(join(cache, 'objects', id.slice(0, 2), id.slice(2)));
  const folder = join(root, 'without-a-file');
  const add = () => cli.addWorkTree({ organizationId, cache, folder, branch: 'run/damaged', base: 'main' }, signal);
  await expect(add()).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'damaged' } });
  expect(await update(cache, true)).toEqual({ branch: 'main', commit });
  expect(await add()).toEqual({ commit });
});

it('createCache fills the place of a cache that another process has moved away', async () => {
  const cache = join(caches, 'moved.git');
  await createCacheAt(cache, { signal, replaces: true }, () => Promise.resolve());
  expect(await git(cache, '--git-dir=.', 'rev-parse', '--is-bare-repository')).toBe('true\n');
  expect((await readdir(caches)).filter((entry) => !entry.endsWith('.git'))).toEqual([]);
});

it('updateCache leaves a cache as it is when the remote fails', async () => {
  const cache = await createCache('kept');
  const absent = { organizationId, cache, remote: 'file:///nowhere', allowFile: true, isDamaged: true };
  await expect(cli.updateCache(absent, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await git(cache, '--git-dir=.', 'rev-parse', 'refs/remotes/origin/main')).toBe(`${commit}\n`);
});

it('other users of the machine cannot enter new folders of repositories', async () => {
  await update(join(root, 'new/acme/shop.git'));
  for (const folder of ['new', 'new/acme']) expect((await stat(join(root, folder))).mode & 0o777).toBe(0o700);
});
