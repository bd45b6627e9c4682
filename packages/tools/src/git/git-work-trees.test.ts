import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync, watch } from 'node:fs';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createLocalCheckoutFiles } from '../checkout/local-checkout-files.ts';
import { createBareRepository, git } from '../testing/start-git-server.ts';
import { createTestFolder } from '../../test/support/test-helm.ts';
import { createGitCli } from './git-cli.ts';

const { signal } = new AbortController();
const root = createTestFolder();
const cache = join(root, 'cache', 'shop.git');
const organizationId = 'acme';
const cli = createGitCli();
let remote: string;

async function pushToMain(content: string): Promise<string> {
  const clone = join(root, 'clone');
  if (!existsSync(clone)) await git(root, 'clone', '--quiet', join(root, 'shop.git'), clone);
  await writeFile(join(clone, 'a.txt'), content);
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '--message', content);
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
  return (await git(clone, 'rev-parse', 'HEAD')).trim();
}

const update = () => cli.updateCache({ organizationId, cache, remote, allowFile: true }, signal);
const add = (branch: string, base = 'main', folder = join(root, branch.replaceAll('/', '-'))) =>
  cli.addWorkTree({ organizationId, cache, folder, branch, base }, signal).then(({ commit }) => ({ commit, folder }));

beforeAll(async () => {
  remote = `file://${await createBareRepository(root)}`;
});
afterAll(() => cli.close());

it('updateCache copies an empty remote, and its branches when it has some', async () => {
  expect(await update()).toBeUndefined();
  const commit = await pushToMain('one');
  expect(await update()).toEqual({ branch: 'main', commit });
});

it('updateCache allows folders only to calls that allow them, and names remotes that do not exist', async () => {
  const refused = cli.updateCache({ organizationId, cache, remote }, signal);
  await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  const absent = cli.updateCache({ organizationId, cache, remote: 'file:///nowhere', allowFile: true }, signal);
  await expect(absent).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'The folder of the repository does not exist on this machine, or holds no git repository.',
  });
});

it('addWorkTree checks out a new branch, and leaves one that exists as it is', async () => {
  const { folder, commit } = await add('run/one');
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one');
  await writeFile(join(folder, 'a.txt'), 'edited');
  expect((await add('run/one')).commit).toBe(commit);
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('edited');
});

it('work trees of one repository do not see the commits of each other until they are fetched', async () => {
  const [one, two] = await Promise.all([add('run/two'), add('run/three')]);
  await writeFile(join(one.folder, 'a.txt'), 'two');
  const commit = ['commit', '--quiet', '--all', '--message=Two'];
  const author = { name: 'Ada', email: 'ada@example.com' };
  const run = (folder: string, args: readonly string[]) => cli.run({ organizationId, folder, args, author }, signal);
  expect(await run(one.folder, commit)).toMatchObject({ exitCode: 0 });
  expect((await run(two.folder, ['log', '--format=%s'])).stdout).toBe('one\n');
  expect((await run(two.folder, ['symbolic-ref', '--short', 'HEAD'])).stdout).toBe('run/three\n');
  expect((await run(one.folder, ['log', '--format=%s %ae'])).stdout).toBe('Two ada@example.com\none ada@example.com\n');
});

/** Lets git begin to check a branch out, and ends it in the middle. */
async function addInKilledGit(branch: string, folder: string): Promise<void> {
  // The filter ends the git that writes files and the one that started it.
  await mkdir(join(cache, 'info'), { recursive: true });
  await writeFile(join(cache, 'info', 'attributes'), '*.txt filter=kill\n');
  const kill = "filter.kill.smudge=kill -9 $(cut -d' ' -f4 /proc/$PPID/stat) $PPID";
  const killing = ['-c', kill, 'worktree', 'add', '-b', branch, folder, 'origin/main'];
  await expect(git(cache, ...killing)).rejects.toThrow('failed');
  await rm(join(cache, 'info', 'attributes'));
  expect(existsSync(join(folder, '.git'))).toBe(true);
  expect(existsSync(join(folder, 'a.txt'))).toBe(false);
}

it('addWorkTree checks a branch out again when git was killed meanwhile', async () => {
  const folder = join(root, 'killed');
  await addInKilledGit('run/killed', folder);
  await add('run/killed', 'main', folder);
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one');
});

it('removeWorkTree leaves nothing of a work tree whose git was killed', async () => {
  const folder = join(root, 'removed');
  await addInKilledGit('run/removed', folder);
  await cli.removeWorkTree({ organizationId, cache, folder }, signal);
  expect(existsSync(folder)).toBe(false);
  expect(existsSync(join(cache, 'worktrees', 'removed'))).toBe(false);
});

it('addWorkTree removes the locks of a git that was killed', async () => {
  const { folder } = await add('run/locked');
  await writeFile(join(folder, 'a.txt'), 'changed');
  await writeFile(join(folder, '.gitattributes'), '*.txt filter=kill\n');
  await expect(git(folder, '-c', 'filter.kill.clean=kill -9 $PPID', 'add', 'a.txt')).rejects.toThrow('failed');
  await rm(join(folder, '.gitattributes'));
  const author = { name: 'Ada', email: 'ada@example.com' };
  const commit = () => cli.commitAll({ organizationId, folder, message: 'Changed', author }, signal);
  await expect(commit()).rejects.toMatchObject({ code: 'CONFLICT' });
  await add('run/locked');
  expect(await commit()).toEqual([]);
});

it('addWorkTree removes what a write that was killed left, so that it is not committed', async () => {
  const { folder } = await add('run/written');
  const names: string[] = [];
  const watcher = watch(folder, (_event, name) => void names.push(name ?? ''));
  onTestFinished(() => watcher.close());
  await createLocalCheckoutFiles(folder).write('new.txt', Buffer.from('new'), { version: null, signal });
  const isTemporary = (name: string): boolean => name.startsWith('.shipmate-');
  await vi.waitUntil(() => names.some(isTemporary), { interval: 2, timeout: 60_000 });
  const left = names.find(isTemporary) ?? '';
  await mkdir(join(folder, 'src'));
  for (const path of [left, `src/${left}`, 'src/.shipmate-notes']) await writeFile(join(folder, path), 'half');
  await add('run/written');
  const author = { name: 'Ada', email: 'ada@example.com' };
  await cli.commitAll({ organizationId, folder, message: 'Changed', author }, signal);
  expect(await git(folder, 'show', '--format=', '--name-only', 'HEAD')).toBe('new.txt\nsrc/.shipmate-notes\n');
});

it('addWorkTree continues a branch whose work tree was removed', async () => {
  const folder = join(root, 'run-two');
  await cli.removeWorkTree({ organizationId, cache, folder }, signal);
  await cli.removeWorkTree({ organizationId, cache, folder }, signal);
  expect(existsSync(folder)).toBe(false);
  await add('run/two');
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('two');
});

it('addWorkTree continues after its folder was lost', async () => {
  const { folder } = await add('run/lost');
  await rm(folder, { recursive: true });
  expect((await add('run/lost')).commit).toMatch(/^[0-9a-f]{40}$/);
});

it.each([
  ['an unknown base', { branch: 'run/x', base: 'none' }, 'NOT_FOUND'],
  ['an option', { branch: '--force', base: 'main' }, 'VALIDATION_ERROR'],
  ['a reflog entry', { branch: '@{-1}', base: 'main' }, 'VALIDATION_ERROR'],
  ['a space', { branch: 'a b', base: 'main' }, 'VALIDATION_ERROR'],
  ['a base that is an option', { branch: 'run/x', base: '--all' }, 'NOT_FOUND'],
  ['a branch in use', { branch: 'run/one', base: 'main' }, 'CONFLICT'],
])('addWorkTree refuses %s', async (_name, { branch, base }, code) => {
  await expect(add(branch, base, join(root, 'refused'))).rejects.toMatchObject({ code });
  expect(existsSync(join(root, 'refused'))).toBe(false);
});

// Names of git's t7450 and t1014, which core.protectNTFS and core.protectHFS refuse on every system.
it.each(['git~1', '.git ', '.g\u200Cit'])(
  'addWorkTree names the path %j, which git does not check out',
  async (path) => {
    const clone = join(root, 'clone');
    const unprotected = ['-c', 'core.protectNTFS=false', '-c', 'core.protectHFS=false'];
    const blob = (await git(clone, 'hash-object', '-w', 'a.txt')).trim();
    await git(clone, ...unprotected, 'update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
    const tree = (await git(clone, ...unprotected, 'write-tree')).trim();
    const commit = (await git(clone, 'commit-tree', tree, '-m', 'Disguise')).trim();
    await git(clone, 'push', '--quiet', '--force', 'origin', `${commit}:refs/heads/disguise`);
    await git(clone, ...unprotected, 'rm', '--quiet', '--cached', '--', path);
    await update();
    const folder = join(root, 'disguise');
    await expect(add('run/disguise', 'disguise', folder)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(JSON.stringify(path)),
    });
    expect(existsSync(folder)).toBe(false);
  },
);

it('updateCache brings new commits and keeps the branches of work trees', async () => {
  const commit = await pushToMain('four');
  expect(await update()).toEqual({ branch: 'main', commit });
  expect((await add('run/four')).commit).toBe(commit);
  expect(await readFile(join(root, 'run-one', 'a.txt'), 'utf8')).toBe('edited');
});

it('a call pushes the branch of a work tree to the remote', async () => {
  const folder = join(root, 'run-two');
  const args = ['push', '--quiet', '--', '<remote>', 'refs/heads/run/two:refs/heads/run/two'];
  const pushed = await cli.run({ organizationId, folder, args, access: { remote, allowFile: true } }, signal);
  expect(pushed).toMatchObject({ exitCode: 0 });
  expect(await git(join(root, 'shop.git'), 'log', '-1', '--format=%s', 'run/two')).toBe('Two\n');
});

it('a call without a remote connects to none', async () => {
  const folder = join(root, 'run-two');
  const fetched = await cli.run({ organizationId, folder, args: ['fetch', '--', remote] }, signal);
  expect(fetched.stderr).toContain("transport 'file' not allowed");
});

it('a call reads its input and bounds its output', async () => {
  const folder = join(root, 'run-one');
  const call = { organizationId, folder, args: ['hash-object', '--stdin'], stdin: 'größe' };
  const bytes = Buffer.from('größe');
  const hash = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  expect((await cli.run(call, signal)).stdout).toBe(`${hash}\n`);
  const bounded = await cli.run(
    { organizationId, folder, args: ['cat-file', 'blob', 'HEAD:a.txt'], maxOutputBytes: 2 },
    signal,
  );
  expect(bounded.truncated).toBe(true);
});

it('a folder without a repository has none, even inside of another', async () => {
  const folder = join(root, 'run-one', 'sub');
  await mkdir(folder);
  const status = cli.run({ organizationId, folder, args: ['status'] }, signal);
  await expect(status).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

/** Creates a remote with a commit, a clone that pushes to it, and a copy of it. */
async function createCopiedRemote(name: string) {
  const shared = `file://${await createBareRepository(root, `${name}.git`)}`;
  const clone = join(root, `${name}-clone`);
  await git(root, 'clone', '--quiet', shared, clone);
  const push = async (message: string, ...refs: readonly string[]) => {
    await git(clone, 'commit', '--quiet', '--allow-empty', '--message', message);
    await git(clone, 'push', '--quiet', '--force', 'origin', 'HEAD:main', ...refs);
    return (await git(clone, 'rev-parse', 'HEAD')).trim();
  };
  const copy = { organizationId, cache: join(root, 'cache', `${name}-copy.git`), remote: shared, allowFile: true };
  await push('Begin');
  await cli.updateCache(copy, signal);
  return { copy, push };
}

it('updateCache fetches although a git that was killed left a lock', async () => {
  const { copy, push } = await createCopiedRemote('stale');
  const lock = join(copy.cache, 'refs', 'remotes', 'origin', 'main.lock');
  await writeFile(lock, '');
  await utimes(lock, new Date(0), new Date(0));
  const commit = await push('Next');
  expect(await cli.updateCache(copy, signal)).toEqual({ branch: 'main', commit });
});

it('updateCache fetches beside other processes', async () => {
  const { copy, push } = await createCopiedRemote('beside');
  const others = [createGitCli(), createGitCli(), createGitCli()];
  for (const round of ['first', 'second', 'third']) {
    const commit = await push(round, ...Array.from({ length: 40 }, (_, index) => `HEAD:refs/heads/beside/${index}`));
    const heads = await Promise.all(others.map((other) => other.updateCache(copy, signal)));
    expect(heads).toEqual(others.map(() => ({ branch: 'main', commit })));
  }
  await Promise.all(others.map((other) => other.close()));
});
