import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CreatedCheckout, createCheckout } from '../../test/support/create-checkout.ts';
import { findReferences } from '../code/find-references.ts';
import { listDirectory } from '../files/list-directory.ts';
import { searchFiles } from '../files/search-files.ts';

import { findFilesWith, listVisibleFiles } from './checkout-search.ts';

const { signal } = new AbortController();

it('findFilesWith names files while it searches, those of its result', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `folder ${index % 7}/é${index}.ts`);
  await using checkout = await createCheckout(Object.fromEntries(names.map((name) => [name, 'total();\n'])));
  const early: string[] = [];
  let hasEnded = false;
  const opened = await checkout.context.ports.checkouts.open(checkout.context);
  const found = findFilesWith({
    checkout: opened,
    word: 'total',
    signal,
    onFound(path) {
      expect(hasEnded).toBe(false);
      early.push(path);
    },
  }).finally(() => {
    hasEnded = true;
  });
  const { paths, truncated } = await found;
  expect(truncated).toBe(false);
  expect(paths).toEqual(names.toSorted());
  expect(early.toSorted()).toEqual(paths);
});

/** Files that are in git although `.gitignore` names them, beside others. */
const tracked = [
  '-dash/a.ts',
  'lib/a.ts',
  'lib/deep/b.ts',
  'lib/we[ir]d {a}/b.ts ',
  'lib/we[ir]d {a}/x*y !.ts',
] as const;

async function createTracked(): Promise<CreatedCheckout> {
  const checkout = await createCheckout({
    ...Object.fromEntries(tracked.map((path) => [path, 'total();\n'])),
    '.gitignore': 'lib\n-dash\nnode_modules\n',
    'src/a.ts': 'total();\n',
    'lib/.hidden.ts': 'total();\n',
    'lib/.hidden/a.ts': 'total();\n',
    'lib/binary.ts': 'total();\n\0\n',
    'lib/gone.ts': 'total();\n',
    'lib/large.ts': `total();\n${' '.repeat(4_194_304)}`,
  });
  const { folder } = checkout;
  await symlink('a.ts', join(folder, 'lib/link.ts'));
  await symlink('deep', join(folder, 'lib/folder'));
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet');
  git('add', '--force', '--all');
  // None of these is in git.
  for (const path of [
    'lib/other.ts',
    'lib/deep/other.ts',
    'lib/new/a.ts',
    'lib/we[ir]d {a}/xzy !.ts',
    'node_modules/a/a.ts',
  ]) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), 'total();\n');
  }
  git('rm', '--quiet', '--cached', '--', 'lib/gone.ts');
  return checkout;
}

it.each([
  [undefined, [...tracked, 'src/a.ts']],
  ['lib', tracked.filter((path) => path.startsWith('lib/'))],
  ['lib/deep/*.ts', ['lib/deep/b.ts']],
  ['{lib,src}/*.ts', ['lib/a.ts', 'src/a.ts']],
  ['b.ts', ['lib/deep/b.ts']],
  ['node_modules', []],
])('searches find tracked files that .gitignore names, within %s', async (filePattern, expected) => {
  await using checkout = await createTracked();
  const { context } = checkout;
  const { matches, total } = await searchFiles.execute({ pattern: 'total', filePattern }, context);
  expect(matches.map(({ filePath }) => filePath)).toEqual(expected);
  expect(total).toBe(expected.length);
  const { references } = await findReferences.execute({ symbol: 'total', filePattern }, context);
  expect(references.map(({ filePath }) => filePath)).toEqual(expected);
  const opened = await context.ports.checkouts.open(context);
  const { paths } = await listVisibleFiles({ checkout: opened, filePattern, signal });
  expect(paths).toEqual(expect.arrayContaining(expected));
});

it('searches find hidden tracked files that .gitignore names when hidden files are included', async () => {
  await using checkout = await createTracked();
  const { matches } = await searchFiles.execute({ pattern: 'total', includeHidden: true }, checkout.context);
  const paths = [...tracked, 'lib/.hidden.ts', 'lib/.hidden/a.ts', 'src/a.ts'];
  expect(matches.map(({ filePath }) => filePath)).toEqual(paths.toSorted());
});

it('listDirectory lists tracked files that .gitignore names', async () => {
  await using checkout = await createTracked();
  const { entries, ignored } = await listDirectory.execute({ dirPath: 'lib/deep' }, checkout.context);
  expect(entries.map(({ path }) => path)).toEqual(['lib/deep/b.ts']);
  expect(ignored).toBe(1);
});

it('searches of a folder find tracked files that .gitignore names with paths from it', async () => {
  await using checkout = await createCheckout({ 'pkg/.gitignore': 'gen\n', 'pkg/gen/a.ts': '', 'gen/b.ts': '' });
  execFileSync('git', ['init', '--quiet'], { cwd: checkout.folder });
  execFileSync('git', ['add', '--force', '--all'], { cwd: checkout.folder });
  const opened = await checkout.context.ports.checkouts.open(checkout.context);
  expect(await listVisibleFiles({ checkout: opened, within: 'pkg', signal })).toEqual({
    paths: ['gen/a.ts'],
    truncated: false,
  });
});

it('searches find thousands of tracked files that .gitignore names', async () => {
  const names = Array.from({ length: 1_500 }, (_, index) => `lib/${'long '.repeat(40)}${index % 50}/${index}.ts`);
  await using checkout = await createCheckout({
    '.gitignore': 'lib\n',
    ...Object.fromEntries(names.map((name) => [name, 'total();\n'])),
  });
  for (const args of [
    ['init', '--quiet'],
    ['add', '--force', '--all'],
  ])
    execFileSync('git', args, { cwd: checkout.folder });
  await writeFile(join(checkout.folder, 'lib', 'other.ts'), 'total();\n');
  const opened = await checkout.context.ports.checkouts.open(checkout.context);
  for (const filePattern of [undefined, '*.ts']) {
    const found = await findFilesWith({ checkout: opened, word: 'total', filePattern, signal });
    expect(found).toEqual({ paths: names.toSorted(), truncated: false });
  }
});

it.each(['', 'gitdir: ../elsewhere\n'])(
  'searches work in a checkout whose repository git cannot read: %j',
  async (content) => {
    await using checkout = await createCheckout({
      '.git': content,
      '.gitignore': 'lib\n',
      'lib/a.ts': 'total();\n',
      'b.ts': 'total();\n',
    });
    const found = await searchFiles.execute({ pattern: 'total' }, checkout.context);
    expect(found).toMatchObject({ filesWithMatches: 1, truncated: false });
  },
);
