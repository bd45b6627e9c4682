import { existsSync } from 'node:fs';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createBareRepository, git } from '../testing/start-git-server.ts';
import { createTestFolder } from '../../test/support/test-helm.ts';
import { createGitCli } from './git-cli.ts';

const { signal } = new AbortController();
const root = createTestFolder();
const organizationId = 'acme';
const cli = createGitCli();
afterAll(() => cli.close());

/** Creates a remote with the branch `main`, and fetches it. */
async function createCache(name: string) {
  const bare = await createBareRepository(root, `${name}.git`);
  const clone = join(root, `${name}-clone`);
  await git(root, 'clone', '--quiet', bare, clone);
  const push = async (message: string, ...refs: readonly string[]) => {
    await git(clone, 'commit', '--quiet', '--allow-empty', '--message', message);
    await git(clone, 'push', '--quiet', 'origin', 'HEAD:main', ...refs);
    return (await git(clone, 'rev-parse', 'HEAD')).trim();
  };
  const cache = join(root, 'cache', `${name}.git`);
  const update = () => cli.updateCache({ organizationId, cache, remote: `file://${bare}`, allowFile: true }, signal);
  const commit = await push('Begin');
  await update();
  const copies = join(root, 'copies', name);
  const copyTo = async (folder: string) => {
    const copy = join(copies, `${folder}.git`);
    await cli.copyCache({ organizationId, cache, copy }, signal);
    return copy;
  };
  return { bare, cache, commit, push, update, copies, copyTo };
}

const refsOf = async (folder: string) => (await git(folder, 'for-each-ref', '--format=%(refname)')).trim().split('\n');

it('a copy has the branches of the remote, names no remote, and keeps its commits to itself', async () => {
  const { cache, commit, copyTo, copies } = await createCache('apart');
  const [one, two] = await Promise.all([copyTo('one'), copyTo('two')]);
  const folder = join(root, 'apart-tree');
  const tree = { organizationId, cache: one, folder, branch: 'job/one', base: 'main' };
  expect(await cli.addWorkTree(tree, signal)).toEqual({ commit });
  const args = ['commit', '--quiet', '--allow-empty', '--message=Mine'];
  const author = { name: 'Ada', email: 'ada@example.com' };
  expect(await cli.run({ organizationId, folder, args, author }, signal)).toMatchObject({ exitCode: 0 });
  const mine = (await git(one, 'rev-parse', 'job/one')).trim();
  expect(await refsOf(one)).toEqual(['refs/heads/job/one', 'refs/remotes/origin/main']);
  for (const other of [two, cache]) {
    expect(await refsOf(other)).toEqual(['refs/remotes/origin/main']);
    await expect(git(other, 'cat-file', '-e', mine)).rejects.toThrow('failed');
  }
  expect(await git(one, 'config', '--list', '--local', '--name-only')).not.toContain('remote');
  expect((await readdir(copies)).toSorted()).toEqual(['one.git', 'two.git']);
});

it('a copy that exists is left as it is', async () => {
  const { commit, push, update, copyTo } = await createCache('once');
  const copy = await copyTo('one');
  await push('Next');
  await update();
  await copyTo('one');
  expect((await git(copy, 'rev-parse', 'refs/remotes/origin/main')).trim()).toBe(commit);
});

it('a repository with a setting that starts programs is not copied', async () => {
  const { cache, copyTo } = await createCache('hostile');
  const marker = join(root, 'marker');
  await git(cache, 'config', 'url.ext::touch.insteadOf', cache);
  await git(cache, 'config', 'filter.x.clean', `touch ${marker}`);
  await expect(copyTo('one')).rejects.toMatchObject({ code: 'CONFLICT' });
  expect([existsSync(marker), existsSync(join(root, 'copies', 'hostile'))]).toEqual([false, false]);
});

it('a repository that was not fetched is not copied', async () => {
  const copied = { organizationId, cache: join(root, 'absent.git'), copy: join(root, 'absent-copy.git') };
  await expect(cli.copyCache(copied, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('a repository is copied while other processes fetch it and copy it', async () => {
  const { cache, push, update, copies, copyTo } = await createCache('beside');
  const others = [createGitCli(), createGitCli()];
  for (const round of ['first', 'second', 'third']) {
    await push(round, ...Array.from({ length: 30 }, (_, index) => `HEAD:refs/heads/${round}/${index}`));
    const copy = join(copies, `shared-${round}.git`);
    const made = others.map((other) => other.copyCache({ organizationId, cache, copy }, signal));
    await Promise.all([update(), copyTo(`own-${round}`), ...made]);
    for (const each of [copy, join(copies, `own-${round}.git`)]) await git(each, 'fsck', '--connectivity-only');
  }
  expect((await readdir(copies)).filter((name) => !name.endsWith('.git'))).toEqual([]);
  await Promise.all(others.map((other) => other.close()));
});

it('readDefaultBranch names the branch of the remote at the last fetch, while it exists', async () => {
  const { bare, cache, push, update } = await createCache('default');
  const read = () => cli.readDefaultBranch({ organizationId, cache }, signal);
  expect(await read()).toBe('main');
  await push('Next', 'HEAD:refs/heads/team/next');
  await git(bare, 'symbolic-ref', 'HEAD', 'refs/heads/team/next');
  expect(await read()).toBe('main');
  await update();
  expect(await read()).toBe('team/next');
  await git(bare, 'branch', '-D', 'team/next');
  await update();
  expect(await read()).toBeUndefined();
});

it('updateCache stores the default branch although a git that was killed left a lock', async () => {
  const { cache, update } = await createCache('lock');
  const lock = join(cache, 'HEAD.lock');
  await writeFile(lock, '');
  await utimes(lock, new Date(0), new Date(0));
  expect(await update()).toMatchObject({ branch: 'main' });
  expect(existsSync(lock)).toBe(false);
});
