import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unsafePaths, unsafeTrees } from '@shipmate/domain/testing';
import { createFairLimiter } from '@shipmate/runtime/limit';
import { expect, it } from 'vitest';
import { createBareRepository, git, startGitServer } from '../testing/start-git-server.ts';
import { startTestServer } from '../testing/start-test-server.ts';
import { createTestFolder } from '../../test/support/test-helm.ts';
import { createGitCli } from './git-cli.ts';
import type { BranchPush } from './git-port.ts';
import type { GitCliOptions } from './git-program.ts';
import { parseGitRemote, toCompareUrl } from './git-remote.ts';

const { signal } = new AbortController();
const chart = new Map([
  ['Chart.yaml', 'name: shop\n'],
  ['templates/größe.yaml', 'a: 1\r\n'],
]);

function pushOf(remote: string, given: Partial<BranchPush> = {}): BranchPush {
  const author = { name: 'Ada <b>', email: 'ada@example.com' };
  const folder = { branch: 'shipmate/shop', folder: '' };
  return { organizationId: 'acme', remote, ...folder, files: chart, message: 'Add the shop', author, ...given };
}

function createGit(options: GitCliOptions = {}) {
  return createGitCli({ environment: { ALLOW_PRIVATE_NETWORKS: true }, allowFile: true, ...options });
}

/** Creates a bare repository with files on its default branch; returns its folder and its address. */
async function createRepository(files: Readonly<Record<string, string>>) {
  const root = createTestFolder();
  const bare = await createBareRepository(root);
  const clone = join(root, 'clone');
  await git(root, 'clone', '--quiet', bare, clone);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(clone, path, '..'), { recursive: true });
    await writeFile(join(clone, path), content);
  }
  await symlink('/tmp', join(clone, 'link'));
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '--message', 'Begin');
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
  return { root, bare, url: `file://${bare}` };
}

const filesOf = async (bare: string, branch: string) =>
  (await git(bare, '-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', branch)).trim().split('\n');

it('git pushes a first commit to an empty repository', async () => {
  const root = createTestFolder();
  const bare = await createBareRepository(root);
  const pushed = await createGit().pushBranch(pushOf(`file://${bare}`), signal);
  expect(pushed).toEqual({
    branch: 'shipmate/shop',
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    compareUrl: undefined,
  });
  expect(await filesOf(bare, 'shipmate/shop')).toEqual(['Chart.yaml', 'templates/größe.yaml']);
  expect(await git(bare, 'show', 'shipmate/shop:templates/größe.yaml')).toBe('a: 1\r\n');
  expect(await git(bare, 'log', '--format=%H %an %ae %s', 'shipmate/shop')).toBe(
    `${pushed.commit} Ada b ada@example.com Add the shop\n`,
  );
});

it.each([
  { folder: '', kept: ['charts/shop/Chart.yaml', 'charts/shop/old.yaml', 'charts/web/Chart.yaml'], at: '' },
  { folder: './', kept: ['charts/shop/Chart.yaml', 'charts/shop/old.yaml', 'charts/web/Chart.yaml'], at: '' },
  { folder: 'charts/shop/', kept: ['charts/web/Chart.yaml'], at: 'charts/shop/' },
  {
    folder: 'charts',
    kept: ['charts/shop/Chart.yaml', 'charts/shop/old.yaml', 'charts/web/Chart.yaml'],
    at: 'charts/',
  },
  { folder: '*', kept: ['charts/shop/Chart.yaml', 'charts/shop/old.yaml', 'charts/web/Chart.yaml'], at: '*/' },
])('git puts a chart on the default branch in "$folder" and replaces the previous chart', async (row) => {
  const { bare, url } = await createRepository({
    '.gitignore': 'templates\n',
    'charts/shop/Chart.yaml': 'old',
    'charts/shop/old.yaml': '',
    'charts/web/Chart.yaml': '',
  });
  await createGit().pushBranch(pushOf(url, { folder: row.folder }), signal);
  const wanted = ['.gitignore', 'link', ...row.kept, ...[...chart.keys()].map((path) => row.at + path)];
  expect(new Set(await filesOf(bare, 'shipmate/shop'))).toEqual(new Set(wanted));
  expect((await git(bare, 'log', '--format=%s', 'shipmate/shop')).trim().split('\n')).toEqual([
    'Add the shop',
    'Begin',
  ]);
  expect((await git(bare, 'log', '--format=%s', 'main')).trim()).toBe('Begin');
});

it('git overwrites no branch, and creates none without changes', async () => {
  const { bare, url } = await createRepository({ 'a.yaml': '' });
  const gitPort = createGit();
  await gitPort.pushBranch(pushOf(url), signal);
  const before = await git(bare, 'rev-parse', 'shipmate/shop');
  const again = gitPort.pushBranch(pushOf(url, { files: new Map([['a', 'b']]) }), signal);
  await expect(again).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('already exists') });
  expect(await git(bare, 'rev-parse', 'shipmate/shop')).toBe(before);
  const same = gitPort.pushBranch(pushOf(url, { branch: 'other', files: new Map([['a.yaml', '']]) }), signal);
  await expect(same).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('exactly these') });
});

it('git pushes over http with a token that appears nowhere else', async () => {
  const { root, bare } = await createRepository({ 'a.yaml': '' });
  const token = 'secret"$(id) token';
  await using server = await startGitServer(root, token);
  const remote = `${server.url.replace('127.0.0.1', 'localhost')}/shop.git`;
  await createGit().pushBranch(pushOf(remote, { token, folder: 'shop' }), signal);
  expect(await filesOf(bare, 'shipmate/shop')).toContain('shop/Chart.yaml');
  expect(server.paths.join()).not.toContain('secret');
  for (const wrong of [undefined, 'secret-but-wrong']) {
    const refused: unknown = await createGit()
      .pushBranch(pushOf(remote, { branch: 'b', token: wrong }), signal)
      .catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', details: { reason: 'credentials' } });
    expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).not.toContain('secret');
  }
});

it("git reports the remote's message about its rules", async () => {
  const { bare, url } = await createRepository({ 'a.yaml': '' });
  await writeFile(join(bare, 'hooks', 'pre-receive'), '#!/bin/sh\necho "Branches begin with team/"\nexit 1\n', {
    mode: 0o755,
  });
  const refused = createGit().pushBranch(pushOf(url), signal);
  await expect(refused).rejects.toMatchObject({
    code: 'EXTERNAL_API_ERROR',
    message: expect.stringContaining('Branches begin with team/'),
  });
});

it('git follows no redirect', async () => {
  await using other = await startTestServer((_request, response) => response.end());
  await using server = await startTestServer((request, response) =>
    response.writeHead(302, { location: `${other.url}${request.url}` }).end(),
  );
  const pushing = createGit().pushBranch(pushOf(`${server.url}/shop.git`), signal);
  await expect(pushing).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('moved') });
  expect(other.paths).toEqual([]);
});

it.each([
  ['a private address', 'https://169.254.169.254/o/r.git', /private network/],
  ['a name of this machine', 'https://localhost/o/r.git', /private network/],
  ['plain http', 'http://git.example/o/r.git', /http:\/\/, which is not allowed/],
  ['ssh without a key', 'git@git.example:o/r.git', /ssh:\/\/, which is not allowed/],
  ['a file', 'file:///etc', /file:\/\/, which is not allowed/],
  ['a helper of git', 'ext::sh -c id', /not allowed/],
  ['a path', '/etc', /no address/],
  ['an option', '--upload-pack=id', /no address/],
  ['a token in it', 'https://token@github.com/o/r.git', /credentials/],
])('git rejects a remote that is %s', async (_name, remote, message) => {
  const guarded = createGitCli();
  await expect(guarded.pushBranch(pushOf(remote), signal)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(message),
  });
});

it.each([
  ['a branch that is an option', { branch: '--mirror' }],
  ['a branch that is two', { branch: 'a:b' }],
  ['a branch with dots', { branch: 'a..b' }],
  ['a branch that is locked', { branch: 'a/b.lock' }],
  ['a folder outside', { folder: '../x' }],
  ['a folder of git', { folder: 'x/.GIT' }],
  ['a file of git', { files: new Map([['x/.git/config', '']]) }],
])('git rejects %s', async (_name, given) => {
  const { bare, url } = await createRepository({ 'a.yaml': '' });
  await expect(createGit().pushBranch(pushOf(url, given), signal)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect((await git(bare, 'branch', '--format=%(refname:short)')).trim()).toBe('main');
});

it('git names a repository that does not exist and leaves no files', async () => {
  const tempRoot = createTestFolder();
  const pushing = createGit({ tempRoot }).pushBranch(pushOf(`file://${tempRoot}/none.git`), signal);
  await expect(pushing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await readdir(tempRoot)).toEqual([]);
});

it('git stops when the signal aborts', async () => {
  const controller = new AbortController();
  await using server = await startTestServer(() => controller.abort());
  const pushing = createGit().pushBranch(pushOf(`${server.url}/shop.git`), controller.signal);
  await expect(pushing).rejects.toMatchObject({ code: 'ABORTED' });
});

it.each(unsafePaths)('git pushes nothing with the path %j', async (path) => {
  const files = new Map([...chart, [path, 'x']]);
  await expect(createGit().pushBranch(pushOf('file:///nowhere', { files }), signal)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('cannot be pushed'),
  });
});

it.each(unsafeTrees)('git pushes nothing of a tree with %s', async (_, paths) => {
  const files = new Map([...chart, ...paths.map((path) => [path, 'x'] as const)]);
  await expect(createGit().pushBranch(pushOf('file:///nowhere', { files }), signal)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

it('git waits for a slot, leaves the queue on abort and is rejected beyond the queue', async () => {
  const limiter = createFairLimiter({ name: 'Pushing to git', concurrency: 1, maxQueued: 1 });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const other = limiter.run({ tenant: 'globex', signal }, () => held);
  const root = createTestFolder();
  const bare = await createBareRepository(root);
  const gitPort = createGit({ limiter });
  const controller = new AbortController();
  const first = gitPort.pushBranch(pushOf(`file://${bare}`), controller.signal);
  await expect(gitPort.pushBranch(pushOf(`file://${bare}`), signal)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  controller.abort();
  await expect(first).rejects.toMatchObject({ code: 'ABORTED' });
  const second = gitPort.pushBranch(pushOf(`file://${bare}`), signal);
  await expect(git(bare, 'rev-parse', '--verify', 'shipmate/shop')).rejects.toThrow('single revision');
  release();
  await expect(second).resolves.toMatchObject({ branch: 'shipmate/shop' });
  await other;
});

const allowed = { http: false, ssh: true, file: true };

it.each([
  ['https://github.com/acme/shop.git', 'https://github.com/acme/shop/compare/a/b%23c?expand=1'],
  ['git@github.com:acme/shop.git', 'https://github.com/acme/shop/compare/a/b%23c?expand=1'],
  ['https://github.acme.example/acme/shop/', 'https://github.acme.example/acme/shop/compare/a/b%23c?expand=1'],
  [
    'ssh://git@gitlab.com:22/group/sub/shop.git',
    'https://gitlab.com/group/sub/shop/-/merge_requests/new?merge_request%5Bsource_branch%5D=a%2Fb%23c',
  ],
  ['https://bitbucket.org/acme/shop', 'https://bitbucket.org/acme/shop/pull-requests/new?source=a%2Fb%23c'],
  ['https://git.example/acme/shop.git', undefined],
  ['file:///repositories/shop.git', undefined],
])('toCompareUrl of %s is %s', (remote, url) => {
  expect(toCompareUrl(parseGitRemote(remote, allowed), 'a/b#c')).toBe(url);
});
