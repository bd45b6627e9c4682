import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { AppError, bindTools, type BoundTool, createToolExecutionContext } from '@shipmate/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLocalCheckouts } from '../../src/checkout/create-local-checkouts.ts';
import { createInlineCompute } from '../../src/compute/create-inline-compute.ts';
import { testGit } from '../support/create-git-checkout.ts';
import { FILE_TOOLS } from '../../src/files/file-tools.ts';

/** Is in every file outside of the checkout and in `.git`: no result may show it. */
const marker = 'OUTSIDE-MARKER';
const names = FILE_TOOLS.map(({ name }) => name);

let base: string;
let checkout: string;
let tools: readonly BoundTool[];
let before: string;
const { signal } = new AbortController();

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'shipmate-path-'));
  checkout = join(base, 'shop');
  // A folder whose path begins like that of the checkout, as prefixes are often compared without a separator.
  for (const folder of ['shop/src/deep', 'shop/.git/hooks', 'shop/sub', 'shop-evil', 'outside/inner']) {
    await mkdir(join(base, folder), { recursive: true });
  }
  for (const file of [
    'shop-evil/a.txt',
    'outside/a.txt',
    'outside/inner/b.txt',
    'shop/.git/config',
    'shop/.git/hooks/x',
  ]) {
    await writeFile(join(base, file), marker);
  }
  for (const file of [
    'src/a.ts',
    'src/deep/b.ts',
    '..file',
    '...',
    'git',
    '.gitkeep',
    'a b.txt',
    'größe.md',
    '-rf',
    '%2e%2e',
  ]) {
    await writeFile(join(checkout, file), 'inside\n');
  }
  await writeFile(join(checkout, 'sub/.git'), `gitdir: ${marker}`);
  for (const [path, target] of Object.entries(links())) await symlink(target, join(checkout, path));
  execFileSync('/bin/sh', ['-c', 'mkfifo "$1"', 'sh', join(checkout, 'fifo')]);
  await link(join(base, 'outside/a.txt'), join(checkout, 'hard.txt'));
  const principal = { userId: 'u1', organizationId: 'o1', via: 'local' } as const;
  context = createToolExecutionContext({ principal, workspaceDir: checkout, signal });
  tools = bindTools(FILE_TOOLS, {
    checkouts: createLocalCheckouts(),
    compute: createInlineCompute(),
    workTrees: testGit,
  });
  before = await showOutside();
});
afterAll(() => rm(base, { recursive: true, force: true }));
afterEach(async () => {
  const now = await showOutside();
  if (now !== before) throw new Error(`Something outside of the checkout has changed:\n${now}`);
});

let context: ReturnType<typeof createToolExecutionContext>;

/** Links that a repository can hold, by their path in the checkout. */
const links = (): Readonly<Record<string, string>> => ({
  'to-file': '../outside/a.txt',
  'to-folder': '../outside',
  'to-absolute-file': join(base, 'outside/a.txt'),
  'to-absolute-folder': join(base, 'outside'),
  'to-root': '/',
  'to-parent': '..',
  'to-self': '.',
  'to-git': '.git',
  'to-git-config': '.git/config',
  'to-git-file': 'sub/.git',
  'to-nothing': '../outside/new.txt',
  'to-absolute-nothing': join(base, 'outside/new.txt'),
  'to-chain': 'to-folder',
  'to-loop': 'to-loop',
  'to-proc': '/proc/self/cwd',
  'to-fd': '/proc/self/fd',
  'to-prefix': '../shop-evil',
  'to-inside': 'src',
  'src/deep/up': '../../../outside',
});

/** Renders everything that no call may change: files and links outside of the checkout, and `.git`. */
async function showOutside(): Promise<string> {
  const lines: string[] = [];
  for (const root of ['outside', 'shop-evil', 'shop/.git', 'shop/sub']) {
    const entries = await readdir(join(base, root), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      lines.push(
        `${path} ${entry.isFile() ? await readFile(path, 'utf8') : entry.isSymbolicLink() ? await readlink(path) : ''}`,
      );
    }
  }
  return [...lines.toSorted(), ...(await readdir(base)).toSorted()].join('\n');
}

function inputOf(tool: string, path: string): object {
  const inputs: Readonly<Record<string, object>> = {
    readFile: { filePath: path },
    writeFile: { filePath: path, content: 'written' },
    editFile: { filePath: path, oldStr: marker, newStr: 'edited' },
    listDirectory: { dirPath: path, recursive: true, includeHidden: true },
    searchFiles: { pattern: marker.slice(0, -1), filePattern: path },
    moveFile: { from: path, to: 'moved.txt' },
    removeFile: { filePath: path },
  };
  return inputs[tool] ?? {};
}

/** Calls a tool as a model does; returns its result, or the code of its error. */
async function call(name: string, input: object): Promise<{ readonly code: string; readonly shown: string }> {
  const tool = tools.find((each) => each.name === name);
  try {
    if (!tool) throw new Error(`There is no tool ${name}.`);
    return { code: 'completed', shown: JSON.stringify(await tool.execute(tool.parse(input), context)) };
  } catch (thrown) {
    if (!AppError.isInstance(thrown)) throw thrown;
    return { code: thrown.code, shown: `${thrown.message} ${JSON.stringify(thrown.details)}` };
  }
}

const over = (name: string): readonly string[] => [name, `${name}/`, `${name}/a.txt`, `./${name}/new.txt`];

/** Facts about attacks: CVE-2025-53109, CVE-2025-53110 and CVE-2026-27735 of servers with file tools, and git's path tests (t0060). */
const hostile: readonly string[] = [
  '../outside/a.txt',
  'src/../../outside/a.txt',
  './../outside/a.txt',
  'src/deep/../../../outside/a.txt',
  '..',
  '../',
  'src/../..',
  '../shop-evil/a.txt',
  '/etc/passwd',
  '//etc/passwd',
  '/proc/self/environ',
  '/dev/stdin',
  '/dev/zero',
  'C:/Windows/win.ini',
  'C:\\Windows\\win.ini',
  '..\\outside\\a.txt',
  'src\\..\\..\\outside',
  '\\\\server\\share',
  'a\0',
  'src/a.ts\0.txt',
  '../outside/a.txt\0',
  'a\nb',
  'a\u202Etxt',
  '\uD800',
  '.git',
  '.git/config',
  '.git/hooks/x',
  '.git/hooks/post-checkout',
  '.GIT/config',
  '.Git/config',
  'src/../.git/config',
  './.git/config',
  'sub/.git',
  'sub/.git/config',
  'src/.git/hooks/x',
  '.git./config',
  '.git /config',
  '.git. ./config',
  'git~1/config',
  'GIT~1/config',
  'git~2/config',
  '.git:x',
  '.git::$INDEX_ALLOCATION/config',
  '.g\u200Cit/config',
  '.gi\u200Dt/config',
  '\uFEFF.git/config',
  '.\uFF47\uFF49\uFF54/config',
  '.\u0262it\u200C/../.git/config',
  ...['to-folder', 'to-absolute-folder', 'to-parent', 'to-git', 'to-chain', 'to-prefix', 'to-proc', 'to-fd'].flatMap(
    over,
  ),
  'to-file',
  'to-absolute-file',
  'to-git-config',
  'to-git-file',
  'to-nothing',
  'to-absolute-nothing',
  'to-loop',
  'to-loop/a',
  'to-root/etc/passwd',
  'to-self/.git/config',
  'to-self/src/a.ts',
  'to-inside/a.ts',
  'to-parent/outside/a.txt',
  'src/deep/up/a.txt',
  'src/deep/up/new.txt',
  'fifo',
  'fifo/a',
  'src/a.ts/b',
  'src/a.ts/../../../outside/a.txt',
  `${'d/'.repeat(300)}f`,
  `${'d'.repeat(256)}`,
  `${'../'.repeat(40)}etc/passwd`,
];

describe.each(names)('%s reaches nothing outside of its checkout', (name) => {
  it.each(hostile)('by the path %j', async (path) => {
    const { code, shown } = await call(name, inputOf(name, path));
    expect(shown).not.toContain(marker);
    expect(['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', name === 'searchFiles' ? 'completed' : '']).toContain(code);
  });
});

it.each(hostile)('moveFile moves nothing to the path %j', async (path) => {
  const { code } = await call('moveFile', { from: 'src/a.ts', to: path });
  expect(['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT']).toContain(code);
});

it.each([
  '..file',
  '...',
  'git',
  '.gitkeep',
  'a b.txt',
  'größe.md',
  '-rf',
  '%2e%2e',
  'src/../src/a.ts',
  './src/deep/b.ts',
])('the ordinary file %j is read, written, moved and found', async (path) => {
  expect(await call('readFile', { filePath: path })).toMatchObject({ code: 'completed' });
  const changed = await call('editFile', { filePath: path, oldStr: 'inside', newStr: 'changed' });
  expect(changed.code).toBe('completed');
  expect((await call('editFile', { filePath: path, oldStr: 'changed', newStr: 'inside' })).code).toBe('completed');
});

it('a write to a hard link leaves the other name as it is', async () => {
  expect((await call('writeFile', { filePath: 'hard.txt', content: 'replaced' })).code).toBe('completed');
  expect(await readFile(join(checkout, 'hard.txt'), 'utf8')).toBe('replaced');
});

/** Puts a link to a foreign folder in the place of a folder and takes it away, each for a while, until it is ended. */
const flipping = `
const { renameSync, statSync, symlinkSync, unlinkSync } = require('node:fs');
process.chdir(process.argv[1]);
const rest = () => { for (let count = 0; count < 50; count += 1) statSync('src'); };
for (;;) {
  renameSync('flip', 'kept');
  symlinkSync('../outside', 'flip');
  rest();
  unlinkSync('flip');
  renameSync('kept', 'flip');
  rest();
}`;

it('a folder that is replaced by a link while tools work is never left', async () => {
  await mkdir(join(checkout, 'flip'));
  await writeFile(join(checkout, 'flip/a.txt'), 'inside\n');
  const attacker = spawn(process.execPath, ['-e', flipping, checkout], { stdio: 'ignore' });
  const ended = once(attacker, 'exit');
  const reads = { completed: 0, refused: 0 };
  try {
    for (let round = 0; round < 20_000 && Math.min(reads.completed, reads.refused) < 100; round += 1) {
      const { code, shown } = await call('readFile', { filePath: 'flip/a.txt' });
      expect(shown).not.toContain(marker);
      reads[code === 'completed' ? 'completed' : 'refused'] += 1;
      // Writes wait for the disk, so there are fewer of them.
      const written = { filePath: `flip/new-${round}.txt`, content: 'x', createDirectories: false };
      if (round % 10 === 0) await call('writeFile', written);
    }
  } finally {
    attacker.kill('SIGKILL');
    await ended;
  }
  // Both states were met, so that the attack took place.
  expect(Math.min(reads.completed, reads.refused)).toBeGreaterThanOrEqual(100);
});
