import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { git } from '../testing/start-git-server.ts';
import { createTestFolder } from '../../test/support/test-helm.ts';
import { createGitCli } from './git-cli.ts';
import type { UploadedFile } from './git-port.ts';

const { signal } = new AbortController();
const root = createTestFolder();
const cli = createGitCli();
afterAll(() => cli.close());

const placeOf = (name: string) => ({ organizationId: 'acme', cache: join(root, `${name}.git`) });
const author = { name: 'Ada', email: 'ada@example.com' };

async function* toFiles(contents: Readonly<Record<string, string | Uint8Array>>): AsyncGenerator<UploadedFile> {
  for (const [path, content] of Object.entries(contents)) yield { path, content: Buffer.from(content) };
}

function upload(name: string, files: AsyncIterable<UploadedFile>) {
  return cli.commitUpload(placeOf(name), { files, message: 'Upload an archive', author }, signal);
}

it('commitUpload stores files without their common folder, and only changed files as a new commit', async () => {
  const first = { 'shop/README.md': '# Shop\n', 'shop/src/ä b.ts': 'export {};\n', 'shop/logo.png': '\0\u0001' };
  const { commit } = await upload('shop', toFiles(first));
  expect(await cli.listBranches(placeOf('shop'), signal)).toEqual([{ name: 'main', commit }]);
  const { entries } = await cli.listFolder(placeOf('shop'), { commit, folder: '', limit: 10 }, signal);
  expect(entries.map(({ name }) => name)).toEqual(['src', 'README.md', 'logo.png']);
  expect(await upload('shop', toFiles(first))).toEqual({ commit });
  const { 'shop/logo.png': _removed, ...kept } = first;
  const second = await upload('shop', toFiles({ ...kept, 'shop/README.md': '# Store\n' }));
  const { cache } = placeOf('shop');
  expect((await git(cache, 'rev-parse', `${second.commit}^`)).trim()).toBe(commit);
  expect((await git(cache, 'diff', '--name-status', commit, second.commit)).trim()).toBe('M\tREADME.md\nD\tlogo.png');
  expect((await git(cache, 'log', '-1', '--format=%an <%ae>', second.commit)).trim()).toBe('Ada <ada@example.com>');
});

it('commitUpload stores many files, and none of an archive that turns out to be refused', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 1_201 }, (_, index) => [`part-${index % 7}/${index}.txt`, `${index}`]),
  );
  const { commit } = await upload('many', toFiles(many));
  expect((await git(placeOf('many').cache, 'ls-tree', '-r', '--name-only', commit)).trim().split('\n')).toHaveLength(
    1_201,
  );
  async function* broken(): AsyncGenerator<UploadedFile> {
    yield* toFiles({ 'a.txt': 'a' });
    throw new Error('The archive ends too early.');
  }
  await expect(upload('many', broken())).rejects.toThrow('too early');
  expect(await cli.listBranches(placeOf('many'), signal)).toEqual([{ name: 'main', commit }]);
});

it('commitUpload refuses an archive without files, and one that another upload overtook', async () => {
  await expect(upload('empty', toFiles({}))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await cli.listBranches(placeOf('empty'), signal)).toEqual([]);
  async function* slow(): AsyncGenerator<UploadedFile> {
    await upload('empty', toFiles({ 'a.txt': 'fast' }));
    yield* toFiles({ 'a.txt': 'slow' });
  }
  await expect(upload('empty', slow())).rejects.toMatchObject({ code: 'CONFLICT', message: /same time/ });
  expect(existsSync(placeOf('empty').cache)).toBe(true);
});
