import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBareRepository, git, startGitServer } from '../testing/start-git-server.ts';
import { createTestFolder } from '../../test/support/test-helm.ts';
import type { TestServer } from '../testing/start-test-server.ts';
import { createGitCli } from './git-cli.ts';
import type { ReviewCommit, ReviewedFile } from './git-port.ts';

const { signal } = new AbortController();
const root = createTestFolder();
const place = { organizationId: 'acme', cache: join(root, 'cache', 'shop.git') };
const token = 'a-secret-token';
const cli = createGitCli({ environment: { ALLOW_PRIVATE_NETWORKS: true } });
const author = { name: 'Ada', email: 'ada@example.com' };
const lines = Array.from({ length: 30 }, (_, place) => `line ${place}`);
const text = (changed: Readonly<Record<number, string>> = {}) =>
  `${lines.map((line, place) => changed[place] ?? line).join('\n')}\n`;
let server: TestServer;
let remote: string;
let base: string;
let head: string;
const patches = new Map<string, string>();

beforeAll(async () => {
  remote = await createBareRepository(root);
  server = await startGitServer(root, token);
  const clone = join(root, 'clone');
  await git(root, 'clone', '--quiet', remote, clone);
  await writeFile(join(clone, 'a.txt'), text());
  await writeFile(join(clone, 'gone.txt'), 'gone\n');
  await writeFile(join(clone, 'moved.txt'), text({ 3: 'x' }));
  await writeFile(join(clone, 'latin.txt'), Buffer.from([0xe4, 10, ...Buffer.from(text())]));
  await writeFile(join(clone, 'place'), 'file\n');
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '--message', 'Begin');
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
  base = (await git(clone, 'rev-parse', 'HEAD')).trim();
  await cli.updateCache({ ...place, remote: `file://${remote}`, allowFile: true }, signal);
  const folder = join(root, 'tree');
  await cli.addWorkTree({ ...place, folder, branch: 'shipmate/fix', base: 'main' }, signal);
  await writeFile(join(folder, 'a.txt'), text({ 2: 'TWO', 15: 'FIFTEEN\r', 29: 'LAST' }).replace(/\n$/, ''));
  await rm(join(folder, 'gone.txt'));
  await rm(join(folder, 'moved.txt'));
  await writeFile(join(folder, 'moved ä.txt'), text({ 3: 'x', 20: 'TWENTY' }));
  await writeFile(join(folder, 'latin.txt'), Buffer.from([0xe4, 10, ...Buffer.from(text({ 1: 'ONE', 25: 'Y' }))]));
  await rm(join(folder, 'place'));
  await mkdir(join(folder, 'place'));
  await writeFile(join(folder, 'place', 'in.txt'), 'in\n');
  await writeFile(join(folder, 'run.sh'), '#!/bin/sh\n');
  await chmod(join(folder, 'run.sh'), 0o755);
  await symlink('a.txt', join(folder, 'link'));
  const run = (...args: readonly string[]) => cli.run({ ...place, folder, args, author }, signal);
  await run('add', '--all', '--', '.');
  await run('commit', '--quiet', '--message=One');
  await run('commit', '--quiet', '--allow-empty', '--message=Two');
  head = (await run('rev-parse', 'HEAD')).stdout.trim();
  for (const path of ['a.txt', 'moved ä.txt', 'latin.txt', 'gone.txt', 'run.sh']) {
    const old = path === 'moved ä.txt' ? ['moved.txt'] : [];
    const { stdout: patch } = await run(
      'diff',
      '--no-ext-diff',
      '--patch',
      '--find-renames',
      base,
      head,
      '--',
      ...old,
      path,
    );
    patches.set(path, patch.replace(/^[^]*?\n(?=@@ )/u, ''));
  }
  await cli.removeWorkTree({ ...place, folder }, signal);
});
afterAll(async () => {
  await cli.close();
  await server[Symbol.asyncDispose]();
});

const commit = async (accepted: ReviewCommit['accepted'], isSquashed = true, branch = 'shipmate/fix') => {
  const review = { base, head, accepted, isSquashed, branch, message: 'Fix\n\nAll of it', author };
  return (await cli.commitReview(place, review, signal)).commit;
};
const cached = (...args: readonly string[]) => git(place.cache, '-c', 'safe.bareRepository=all', ...args);
const file = (path: string, hunks: ReviewedFile['hunks'] = 'all'): ReviewedFile => ({
  path,
  hunks,
  patch: patches.get(path) ?? null,
});
const all = ['a.txt', 'gone.txt', 'moved ä.txt', 'latin.txt', 'place', 'place/in.txt', 'run.sh', 'link'];

it('commitReview keeps the commits, or squashes them into one with the same files', async () => {
  expect(await commit('all', false)).toBe(head);
  const squashed = await commit('all');
  expect(await cached('rev-parse', 'shipmate/fix', `${squashed}^{tree}`, `${squashed}^`)).toBe(
    `${squashed}\n${await cached('rev-parse', `${head}^{tree}`)}${base}\n`,
  );
  expect(await cached('log', '-1', '--format=%an %s|%b', squashed)).toBe('Ada Fix|All of it\n');
});

it('commitReview makes the files of the agent of all files, and the files before of none', async () => {
  const treeOf = (of: string) => cached('rev-parse', `${of}^{tree}`);
  expect(await treeOf(await commit(all.map((path) => file(path))))).toBe(await treeOf(head));
  expect(await treeOf(await commit([]))).toBe(await treeOf(base));
  expect(await treeOf(await commit([file('a.txt', []), file('gone.txt', []), file('moved ä.txt', [])]))).not.toBe('');
});

it('commitReview accepts hunks, and leaves the rejected ones in no commit', async () => {
  const made = await commit([file('a.txt', [0, 2]), file('moved ä.txt', []), file('run.sh', [0])]);
  expect(await cached('show', `${made}:a.txt`)).toBe(text({ 2: 'TWO', 29: 'LAST' }).replace(/\n$/, ''));
  expect(await cached('show', `${made}:moved ä.txt`)).toBe(text({ 3: 'x' }));
  const listed = await cached('ls-tree', '-r', made);
  expect(listed).toMatch(/100755 blob \w+\trun.sh/);
  expect(listed).not.toContain('moved.txt');
  expect(await cached('log', '-p', made)).not.toContain('FIFTEEN');
  expect(await cached('show', `${await commit([file('a.txt', [1])])}:a.txt`)).toBe(text({ 15: 'FIFTEEN\r' }));
});

it.each([
  [() => [file('latin.txt', [0])], /no UTF-8/],
  [() => [{ ...file('a.txt', [0]), patch: patches.get('moved ä.txt') ?? '' }], /./],
  [() => [file('link', [0])], /as a whole/],
  [() => [file('absent')], /not a changed file/],
  [() => [file('place/in.txt')], /takes its place/],
])('commitReview refuses what it cannot split %#', async (accepted, message) => {
  await expect(commit(accepted())).rejects.toThrow(message);
});

it('pushCommit creates a branch and moves it forward, with the token in no argument', async () => {
  const access = { remote: `${server.url}/shop.git`, token };
  const push = (of: string, branch = 'fix') => cli.pushCommit(place, { access, commit: of, branch }, signal);
  const first = await commit('all', false);
  expect(await push(first)).toMatchObject({ branch: 'fix', commit: first, created: true });
  expect(await push(first)).toMatchObject({ created: false });
  const made = (await git(place.cache, 'commit-tree', `${first}^{tree}`, '-p', first, '-m', 'More')).trim();
  expect(await push(made)).toMatchObject({ commit: made, created: false });
  expect(await git(remote, 'rev-parse', 'fix')).toBe(`${made}\n`);
  await expect(push(first)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'remote_moved' } });
  await expect(push(await commit('all'))).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await git(remote, 'rev-parse', 'fix')).toBe(`${made}\n`);
  await expect(push(made, 'main')).rejects.toMatchObject({ details: { reason: 'default_branch' } });
  await expect(push(made, '--force')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  const wrong = { ...access, token: 'wrong-token' };
  const refused = await cli
    .pushCommit(place, { access: wrong, commit: made, branch: 'x' }, signal)
    .catch((e: unknown) => e);
  expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', details: { reason: 'credentials' } });
  expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).not.toContain('wrong-token');
  expect(await readFile(join(place.cache, 'config'), 'utf8')).not.toContain('token');
});

const secret = `ghp_${'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7'}`;

it('pushCommit refuses commits with a secret, also one that a later commit removes', async () => {
  const tree = { organizationId: 'acme', folder: join(root, 'secrets') };
  await cli.addWorkTree({ ...place, ...tree, branch: 'shipmate/secrets', base: 'main' }, signal);
  const run = async (...args: readonly string[]) => (await cli.run({ ...tree, args, author }, signal)).stdout.trim();
  const commitOf = async (content: string, message: string) => {
    await writeFile(join(tree.folder, 'keys.ts'), content);
    await run('add', '--all', '--', '.');
    await run('commit', '--quiet', `--message=${message}`);
    return run('rev-parse', 'HEAD');
  };
  const added = await commitOf(`const a = 1;\nconst token = '${secret}';\n`, 'Add');
  const removed = await commitOf('const a = 1;\n', 'Remove');
  await run('reset', '--quiet', '--hard', base);
  const said = await commitOf('const a = 1;\n', `Use ${secret}`);
  // By documentation of git, this setting of a repository hides the changes of commits without a parent.
  await run('config', 'log.showRoot', 'false');
  const alone = await run('commit-tree', '-m', 'Begin again', `${added}^{tree}`);
  await cli.removeWorkTree({ ...place, ...tree }, signal);
  const access = { remote: `${server.url}/shop.git`, token };
  for (const [commit, found] of [
    [added, 'keys.ts:2 (github-token)'],
    [removed, 'keys.ts:2 (github-token)'],
    [said, 'the message of a commit (github-token)'],
    [alone, 'keys.ts:2 (github-token)'],
  ] as const) {
    const refused = await cli.pushCommit(place, { access, commit, branch: 'secret' }, signal).catch((e: unknown) => e);
    expect(refused).toMatchObject({ code: 'CONFLICT', details: { reason: 'secret', places: [found] } });
    expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).not.toContain(secret);
  }
  expect(await git(remote, 'branch', '--list', 'secret')).toBe('');
});

it('commitAll commits everything but the files that add secrets, and names their places', async () => {
  const tree = { organizationId: 'acme', folder: join(root, 'leftovers') };
  await cli.addWorkTree({ ...place, ...tree, branch: 'shipmate/leftovers', base: 'main' }, signal);
  await writeFile(join(tree.folder, 'a.txt'), text({ 4: 'FOUR' }));
  await writeFile(join(tree.folder, 'größe "1".ts'), `const token = '${secret}';\n`);
  await writeFile(join(tree.folder, '.env'), `A=1\nTOKEN=${secret}\n`);
  const commitAll = () => cli.commitAll({ ...tree, message: 'Keep', author }, signal);
  const places = await commitAll();
  expect(places[0]).toBe('all other uncommitted changes');
  expect(places).toContain('.env:2 (github-token)');
  expect(places.join()).not.toContain(secret);
  const log = await git(place.cache, 'log', '-p', `${base}..shipmate/leftovers`);
  expect(log).not.toContain(secret);
  await rm(join(tree.folder, 'größe "1".ts'));
  await rm(join(tree.folder, '.env'));
  expect(await commitAll()).toEqual([]);
  expect(await git(place.cache, 'show', 'shipmate/leftovers:a.txt')).toContain('FOUR');
  const { stdout: before } = await cli.run({ ...tree, args: ['rev-parse', 'HEAD'] }, signal);
  expect(await commitAll()).toEqual([]);
  expect((await cli.run({ ...tree, args: ['rev-parse', 'HEAD'] }, signal)).stdout).toBe(before);
  await cli.removeWorkTree({ ...place, ...tree }, signal);
});

it('dropBranch deletes the branch of a job, also a second time', async () => {
  await commit('all', true, 'shipmate/dropped');
  await cached('rev-parse', 'shipmate/dropped', `refs/shipmate/results/${head}`);
  const drop = () => cli.dropBranch(place, { branch: 'shipmate/dropped', head }, signal);
  await drop();
  await drop();
  await expect(cached('rev-parse', '--verify', 'shipmate/dropped')).rejects.toThrow('Needed a single revision');
  await expect(cached('rev-parse', '--verify', `refs/shipmate/results/${head}`)).rejects.toThrow(
    'Needed a single revision',
  );
});

it('pushCommit starts no hook of a folder of the machine', async () => {
  const marker = join(root, 'marker');
  await writeFile(join(remote, 'hooks', 'pre-receive'), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  const access = { remote: `file://${remote}`, allowFile: true };
  await cli.pushCommit(place, { access, commit: head, branch: 'hooked' }, signal);
  expect(await git(remote, 'rev-parse', 'hooked')).toBe(`${head}\n`);
  expect(existsSync(marker)).toBe(false);
});
