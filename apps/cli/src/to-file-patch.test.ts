import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from '@shipmate/tools/testing';
import { expect, it, onTestFinished } from 'vitest';
import { toFilePatch } from './to-file-patch.ts';

type Change = Omit<Parameters<typeof toFilePatch>[0], 'hunks'>;

const long = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join('');

it('toFilePatch returns patches with which git repeats all kinds of changes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-patch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [source, copy] = [join(folder, 'source'), join(folder, 'copy')];
  await mkdir(source);
  await git(source, 'init', '--quiet');
  const files = {
    'ends-with-a-blank-line': 'a\nb\n\n',
    deleted: 'gone\n',
    'deleted empty': '',
    'renamed and changed': long,
    renamed: `${long}other\n`,
    'becomes a link': 'text\n',
    'a "quoted" path': 'x\n',
    'no newline': 'x',
  };
  await symlink('deleted', join(source, 'was a link'));
  for (const [path, content] of Object.entries(files)) await writeFile(join(source, path), content);
  await git(source, 'add', '--all');
  await git(source, 'commit', '--quiet', '--message', 'Begin');
  await git(folder, 'clone', '--quiet', source, copy);

  await writeFile(join(source, 'ends-with-a-blank-line'), 'A\nb\n\n');
  await rm(join(source, 'deleted'));
  await rm(join(source, 'deleted empty'));
  await rename(join(source, 'renamed and changed'), join(source, 'moved and changed'));
  await writeFile(join(source, 'moved and changed'), long.replace('line 3\n', 'line three \n'));
  await rename(join(source, 'renamed'), join(source, 'moved'));
  await rm(join(source, 'becomes a link'));
  await symlink('deleted', join(source, 'becomes a link'));
  await rm(join(source, 'was a link'));
  await writeFile(join(source, 'was a link'), 'text\n');
  await writeFile(join(source, 'a "quoted" path'), 'y\n');
  await writeFile(join(source, 'no newline'), 'y');
  await writeFile(join(source, 'new'), 'new\n  \n');
  await writeFile(join(source, 'new empty'), '');
  await git(source, 'add', '--all');

  const changes: readonly Change[] = [
    ...['ends-with-a-blank-line', 'becomes a link', 'was a link', 'a "quoted" path', 'no newline'].map(
      (path): Change => ({ path, oldPath: null, status: 'modified' }),
    ),
    ...['new', 'new empty'].map((path): Change => ({ path, oldPath: null, status: 'added' })),
    ...['deleted', 'deleted empty'].map((path): Change => ({ path, oldPath: null, status: 'deleted' })),
    { path: 'moved and changed', oldPath: 'renamed and changed', status: 'renamed' },
    { path: 'moved', oldPath: 'renamed', status: 'renamed' },
  ];
  const patches: string[] = [];
  for (const change of changes) {
    const paths = [change.oldPath, change.path].filter((path) => path !== null);
    const diff = await git(source, 'diff', '--cached', '--find-renames', 'HEAD', '--', ...paths);
    const hunks = diff.slice(diff.search(/^@@ /mu)).replace(/^[^@][^]*/u, '');
    patches.push(toFilePatch({ ...change, hunks }));
  }
  await writeFile(join(folder, 'all.patch'), patches.join(''));
  await git(copy, 'apply', '--index', join(folder, 'all.patch'));
  expect(await git(copy, 'write-tree')).toBe(await git(source, 'write-tree'));
  expect(await readFile(join(copy, 'moved and changed'), 'utf8')).toContain('line three \n');
});
