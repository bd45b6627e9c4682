import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { runProcess } from '@shipmate/runtime/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGitCli } from '../../src/git/git-cli.ts';
import { gitAdd } from '../../src/git/tools/git-add.ts';
import { createBareRepository, git } from '../../src/testing/start-git-server.ts';
import { createGitCheckout } from '../support/create-git-checkout.ts';
import { createTestFolder } from '../support/test-helm.ts';

const { signal } = new AbortController();
const organizationId = 'acme';
const root = createTestFolder();
const cache = join(root, 'cache', 'shop.git');
const outside = join(root, 'outside');
const author = { name: 'Ada', email: 'ada@example.com' };
const cli = createGitCli();
const files = { 'a.txt': 'one\n', 'src/b.ts': 'export {};\n', 'src/c.ts': 'export {};\n' };

async function put(folder: string, given: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(given)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

async function runScript(folder: string, script: string): Promise<void> {
  const limits = { timeoutMs: 60_000, maxOutputBytes: 10_000 };
  const env = { PATH: process.env['PATH'] ?? '', OUTSIDE: outside, HOME: folder };
  const { exitCode, stderr } = await runProcess('/bin/sh', ['-e', '-c', script], {
    cwd: folder,
    env,
    signal,
    ...limits,
  });
  if (exitCode !== 0) throw new Error(stderr);
}

beforeAll(async () => {
  await put(outside, { 'b.ts': 'outside\n', 'c.ts': 'outside\n' });
  const clone = join(root, 'clone');
  await git(root, 'clone', '--quiet', await createBareRepository(root), clone);
  await put(clone, files);
  await runScript(clone, String.raw`echo one > "$(printf 'n\351.txt')"`);
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '--message', 'Begin');
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
  await cli.updateCache({ organizationId, cache, remote: `file://${join(root, 'shop.git')}`, allowFile: true }, signal);
});
afterAll(() => cli.close());

const listen = `node -e 'require("net").createServer().listen("a.txt", () => process.kill(process.pid, 9))' || true`;

/** States in which code of the repository leaves its work tree, the files that git commits of them, and those that are left out. */
const states: readonly (readonly [name: string, script: string, committed: string, leftOut: readonly RegExp[]])[] = [
  ['a link in place of a folder', 'rm -r src; ln -s "$OUTSIDE" src', 'src|src/b.ts|src/c.ts', []],
  ['a link to nothing in place of a file', 'rm a.txt; ln -s "$OUTSIDE/none" a.txt', 'a.txt', []],
  ['a named pipe in place of a file', 'rm a.txt; mkfifo a.txt', '', [/^a\.txt /]],
  ['a socket in place of a file', `rm a.txt; ${listen}`, '', [/^a\.txt /]],
  ['a named pipe in place of a folder', 'rm -r src; mkfifo src', 'src/b.ts|src/c.ts', []],
  ['a repository in place of a file', 'rm a.txt; git init --quiet a.txt', 'a.txt', []],
  [
    'files that their encoding refuses',
    'echo "*.txt working-tree-encoding=UTF-16" > .gitattributes; echo two > a.txt',
    '.gitattributes',
    [/^a\.txt /, /^kept\.txt /],
  ],
  ['a file whose name is not UTF-8', String.raw`echo two > "$(printf 'n\351.txt')"`, '', [/^n\uFFFD\.txt /]],
];

describe.each(states)('a work tree with %s', (...[name, script, committed, leftOut]) => {
  const branch = name.replaceAll(' ', '-');
  const folder = join(root, branch);
  const tree = { organizationId, cache, folder };
  const place = { organizationId, folder, store: join(root, 'checkpoints', branch), index: 'one' };

  it('is kept in a checkpoint, committed without what git cannot read, and removed', async () => {
    await cli.addWorkTree({ ...tree, branch, base: 'main' }, signal);
    const before = await cli.saveCheckpoint(place, signal);
    await put(folder, { 'kept.txt': 'kept\n' });
    await runScript(folder, script);
    const after = await cli.saveCheckpoint(place, signal);
    expect(after.tree).not.toBe(before.tree);
    const places = await cli.commitAll({ organizationId, folder, message: 'Keep', author }, signal);
    expect(places).toEqual(leftOut.map((each) => expect.stringMatching(each)));
    const listed = await git(folder, 'show', '--no-renames', '--format=', '--name-only', 'HEAD');
    const isKept = !places.some((each) => each.startsWith('kept.txt'));
    const expected = [...committed.split('|'), ...(isKept ? ['kept.txt'] : [])].filter((path) => path !== '');
    expect(listed.trim().split('\n')).toEqual(expected.toSorted());
    await cli.restoreCheckpoint(place, before.tree, signal);
    for (const [path, content] of Object.entries(files))
      expect(await readFile(join(folder, path), 'utf8')).toBe(content);
    expect((await lstat(join(folder, 'src'))).isDirectory()).toBe(true);
    expect(await readFile(join(outside, 'b.ts'), 'utf8')).toBe('outside\n');
    await cli.removeWorkTree(tree, signal);
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(join(outside, 'c.ts'))).toBe(true);
  });
});

it('a work tree with paths that are longer than a call can name is removed', async () => {
  const folder = join(root, 'deep');
  const tree = { organizationId, cache, folder };
  await cli.addWorkTree({ ...tree, branch: 'deep', base: 'main' }, signal);
  await runScript(folder, `n=${'a'.repeat(20)}; for i in $(seq 300); do mkdir $n && cd $n || break; done; : > x`);
  await cli.removeWorkTree(tree, signal);
  expect(existsSync(folder)).toBe(false);
});

it('gitAdd stages what git can read, and names the rest', async () => {
  const checkout = await createGitCheckout({ ...files, 'd.txt': 'one\n' });
  await runScript(checkout.folder, 'rm -r src a.txt; ln -s "$OUTSIDE" src; mkfifo a.txt; echo two > d.txt');
  const result = await gitAdd.execute({ paths: ['.'], all: false, unstage: false }, checkout.context);
  expect(result).toMatchObject({ staged: ['d.txt', 'src/b.ts', 'src/c.ts', 'src'], leftOut: ['a.txt'] });
});
