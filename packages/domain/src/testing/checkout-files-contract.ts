import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckoutFiles } from '../repository/checkout-files.ts';

/** A checkout made by a test. */
export interface TestCheckout {
  readonly files: CheckoutFiles;
  /** Puts a file into the checkout without the port, with its folders. */
  put(path: string, content: string): Promise<void>;
  /** Puts a symbolic link into the checkout; a relative target is relative to the link. */
  link(path: string, target: string): Promise<void>;
  /** Creates a file outside of the checkout and returns its path. */
  putOutside(content: string): Promise<string>;
  /** Reads a file outside of the checkout. */
  readOutside(path: string): Promise<string>;
  close(): Promise<void>;
}

const refused = [
  '../outside',
  'a/../../outside',
  '/etc/passwd',
  'a\0b',
  '.git/config',
  '.GIT/config',
  'sub/.git/hooks/pre-commit',
  '.g\u200Cit/config',
  'git~1/config',
  'a\\b',
  '',
];

/** Runs the contract of every `CheckoutFiles`. */
export function checkoutFilesContract(open: () => Promise<TestCheckout>): void {
  describe('CheckoutFiles', () => {
    const { signal } = new AbortController();
    const all = { maxBytes: 1_000, signal };
    let checkout: TestCheckout;
    beforeEach(async () => {
      checkout = await open();
      await checkout.put('src/a.ts', 'a');
      await checkout.put('src/b/c.ts', 'c');
      await checkout.put('.git/config', '[core]');
    });
    afterEach(() => checkout.close());

    const read = async (path: string): Promise<string> =>
      new TextDecoder().decode((await checkout.files.read(path, all)).bytes);
    const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

    it('lists folders without .git', async () => {
      expect(await checkout.files.list('', { signal })).toEqual([{ name: 'src', kind: 'folder' }]);
      await checkout.link('src/link', 'a.ts');
      expect(await checkout.files.list('src', { signal })).toEqual([
        { name: 'a.ts', kind: 'file' },
        { name: 'b', kind: 'folder' },
        { name: 'link', kind: 'link' },
      ]);
    });

    it('reads a file and names its version', async () => {
      const { bytes, version } = await checkout.files.read('src/./b/../a.ts', all);
      expect(new TextDecoder().decode(bytes)).toBe('a');
      expect(version).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
    });

    it('replaces and creates files', async () => {
      const { version } = await checkout.files.read('src/a.ts', all);
      const next = await checkout.files.write('src/a.ts', bytesOf('new'), { version, signal });
      expect((await checkout.files.read('src/a.ts', all)).version).toBe(next);
      await checkout.files.write('src/d.ts', bytesOf('d'), { version: null, signal });
      expect([await read('src/a.ts'), await read('src/d.ts')]).toEqual(['new', 'd']);
      expect((await checkout.files.list('src', { signal })).map(({ name }) => name)).toEqual(['a.ts', 'b', 'd.ts']);
    });

    it('refuses a write on another version', async () => {
      const { version } = await checkout.files.read('src/a.ts', all);
      await checkout.put('src/a.ts', 'changed');
      const conflict = { code: 'CONFLICT' };
      await expect(checkout.files.write('src/a.ts', bytesOf('x'), { version, signal })).rejects.toMatchObject(conflict);
      await expect(checkout.files.write('src/a.ts', bytesOf('x'), { version: null, signal })).rejects.toMatchObject(
        conflict,
      );
      expect(await read('src/a.ts')).toBe('changed');
    });

    it('refuses files that are too long and files that do not exist', async () => {
      await checkout.put('long', 'x'.repeat(1_001));
      await expect(checkout.files.read('long', all)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      await expect(checkout.files.read('src/none.ts', all)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(checkout.files.read('none/a.ts', all)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(checkout.files.list('none', { signal })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(checkout.files.read('src', all)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    });

    it.each(refused)('refuses the path %j', async (path) => {
      const error = { code: 'VALIDATION_ERROR' };
      await expect(checkout.files.read(path, all)).rejects.toMatchObject(error);
      await expect(checkout.files.write(path, bytesOf('x'), { version: null, signal })).rejects.toMatchObject(error);
      await expect(checkout.files.list(`${path}/x`, { signal })).rejects.toMatchObject(error);
      await expect(checkout.files.stat(path, { signal })).rejects.toMatchObject(error);
      await expect(checkout.files.remove(path, { signal })).rejects.toMatchObject(error);
      await expect(checkout.files.move('src/a.ts', path, { signal })).rejects.toMatchObject(error);
      await expect(checkout.files.move(path, 'new', { signal })).rejects.toMatchObject(error);
    });

    it('creates missing folders when asked', async () => {
      const content = bytesOf('x');
      await expect(checkout.files.write('n/e/w.ts', content, { version: null, signal })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await checkout.files.write('n/e/w.ts', content, { version: null, makeFolders: true, signal });
      expect(await read('n/e/w.ts')).toBe('x');
      await expect(
        checkout.files.write('src/a.ts/b', content, { version: null, makeFolders: true, signal }),
      ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    });

    it('creates no file whose name some system cannot store', async () => {
      for (const path of ['con', 'a:b', '.gitmodules ', 'src/. .']) {
        const error = { code: 'VALIDATION_ERROR' };
        await expect(checkout.files.write(path, bytesOf('x'), { version: null, signal })).rejects.toMatchObject(error);
        await expect(checkout.files.move('src/a.ts', path, { signal })).rejects.toMatchObject(error);
      }
    });

    it('describes files, folders and links', async () => {
      await checkout.link('link', 'src/a.ts');
      const kinds = await Promise.all(
        ['src/a.ts', 'src', 'link'].map(async (path) => (await checkout.files.stat(path, { signal })).kind),
      );
      expect(kinds).toEqual(['file', 'folder', 'link']);
      const { size, modifiedAt } = await checkout.files.stat('src/a.ts', { signal });
      expect(size).toBe(1);
      expect((await checkout.files.read('src/a.ts', all)).modifiedAt).toEqual(modifiedAt);
      await expect(checkout.files.stat('none', { signal })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('moves a file to a free path', async () => {
      await checkout.files.move('src/a.ts', 'lib/deep/a.ts', { signal });
      expect(await read('lib/deep/a.ts')).toBe('a');
      await expect(checkout.files.read('src/a.ts', all)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(checkout.files.move('lib/deep/a.ts', 'src/b/c.ts', { signal })).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      await expect(
        checkout.files.move('lib/deep/a.ts', 'd.ts', { version: 'x'.repeat(64), signal }),
      ).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(checkout.files.move('src', 'lib/src', { signal })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
      await expect(checkout.files.move('none', 'd.ts', { signal })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect([await read('lib/deep/a.ts'), await read('src/b/c.ts')]).toEqual(['a', 'c']);
    });

    it('removes a file of the given version, and a link without its target', async () => {
      await checkout.link('link', 'src/a.ts');
      await checkout.files.remove('link', { signal });
      await expect(checkout.files.remove('src/a.ts', { version: 'x', signal })).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      const { version } = await checkout.files.read('src/a.ts', all);
      await checkout.files.remove('src/a.ts', { version, signal });
      await expect(checkout.files.remove('src/a.ts', { signal })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(checkout.files.remove('src', { signal })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
      expect(await checkout.files.list('', { signal })).toEqual([{ name: 'src', kind: 'folder' }]);
    });

    it('accepts one of two changes that are based on one version', async () => {
      const { version } = await checkout.files.read('src/a.ts', all);
      const results = await Promise.allSettled(
        ['one', 'two'].map((text) => checkout.files.write('src/a.ts', bytesOf(text), { version, signal })),
      );
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    it('follows no link, inside or outside of the checkout', async () => {
      const outside = await checkout.putOutside('secret');
      const folder = outside.slice(0, outside.lastIndexOf('/'));
      await checkout.link('out', outside);
      await checkout.link('folder', folder);
      await checkout.link('inside', 'src/a.ts');
      await checkout.link('git', '.git');
      const name = outside.slice(folder.length + 1);
      const error = { code: 'VALIDATION_ERROR' };
      for (const path of ['out', `folder/${name}`, 'inside', 'git/config']) {
        await expect(checkout.files.read(path, all)).rejects.toMatchObject(error);
        await expect(checkout.files.write(path, bytesOf('x'), { version: null, signal })).rejects.toMatchObject(error);
      }
      await expect(checkout.files.list('folder', { signal })).rejects.toMatchObject(error);
      for (const path of ['folder/new', 'folder/new/deep']) {
        const options = { version: null, makeFolders: true, signal };
        await expect(checkout.files.write(path, bytesOf('x'), options)).rejects.toMatchObject(error);
        await expect(checkout.files.move('src/a.ts', path, { signal })).rejects.toMatchObject(error);
      }
      await expect(checkout.files.move('out', 'moved', { signal })).rejects.toMatchObject(error);
      await expect(checkout.files.remove(`folder/${name}`, { signal })).rejects.toMatchObject(error);
      expect(await checkout.readOutside(outside)).toBe('secret');
    });

    it('ends with ABORTED when its signal has fired', async () => {
      const aborted = AbortSignal.abort();
      await expect(checkout.files.read('src/a.ts', { ...all, signal: aborted })).rejects.toMatchObject({
        code: 'ABORTED',
      });
    });
  });
}
