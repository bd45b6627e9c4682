import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkoutFilesContract, type TestCheckout } from '@shipmate/domain/testing';
import { describe, expect, it } from 'vitest';
import { createLocalCheckoutFiles } from './local-checkout-files.ts';
import type { FolderWalk } from './open-folder.ts';

async function openCheckout(walk?: FolderWalk): Promise<TestCheckout & { readonly root: string }> {
  const base = await mkdtemp(join(tmpdir(), 'shipmate-checkout-'));
  const root = join(base, 'repository');
  await mkdir(root);
  return {
    root,
    files: createLocalCheckoutFiles(root, walk),
    async put(path, content) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    },
    link: (path, target) => symlink(target, join(root, path)),
    async putOutside(content) {
      const path = join(base, 'outside.txt');
      await writeFile(path, content);
      return path;
    },
    readOutside: (path) => readFile(path, 'utf8'),
    close: () => rm(base, { recursive: true, force: true }),
  };
}

const { signal } = new AbortController();

describe.each(['descriptors', 'paths'] as const)('with the walk %s', (walk) => {
  checkoutFilesContract(() => openCheckout(walk));

  it.each([
    ['CLAUDE.md', 'AGENTS.md', 'Give "AGENTS.md"'],
    ['docs/index.md', '../AGENTS.md', 'Give "AGENTS.md"'],
    ['docs/index.md', './guide/start.md', 'Give "docs/guide/start.md"'],
    ['current', 'docs/', 'Give "docs"'],
    ['out.txt', '../outside.txt', 'Give the path of a file'],
    ['out.txt', '/etc/passwd', 'Give the path of a file'],
    ['config', '.git/config', 'Give the path of a file'],
    ['config', 'docs/../.GIT/config', 'Give the path of a file'],
    ['hidden', 'a\u202Etxt.md', 'Give the path of a file'],
    ['long', `${'d/'.repeat(260)}a`, 'Give the path of a file'],
  ])('CheckoutFiles says where the link %s to %s leads, if in the checkout', async (path, target, fix) => {
    const checkout = await openCheckout(walk);
    await checkout.put('docs/a.md', 'a');
    await checkout.link(path, target);
    const expected = {
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(new RegExp(`^path "${path}" .*\\. ${fix}`)),
    };
    await expect(checkout.files.read(path, { maxBytes: 10, signal })).rejects.toMatchObject(expected);
    const written = checkout.files.write(path, Buffer.from('b'), { version: 'any', signal });
    await expect(written).rejects.toMatchObject(expected);
    await expect(checkout.files.move(path, 'moved', { signal })).rejects.toMatchObject(expected);
    await expect(checkout.files.list(path, { signal })).rejects.toMatchObject(expected);
    await expect(checkout.files.read(`${path}/a.md`, { maxBytes: 10, signal })).rejects.toMatchObject(expected);
    await checkout.close();
  });
});

it('CheckoutFiles keeps the mode of a file and leaves no temporary file', async () => {
  const checkout = await openCheckout();
  await writeFile(join(checkout.root, 'run.sh'), 'a', { mode: 0o750 });
  const { version } = await checkout.files.read('run.sh', { maxBytes: 10, signal });
  await checkout.files.write('run.sh', Buffer.from('b'), { version, signal });
  expect((await stat(join(checkout.root, 'run.sh'))).mode & 0o777).toBe(0o750);
  expect(await readdir(checkout.root)).toEqual(['run.sh']);
  await checkout.close();
});

it('CheckoutFiles works in a folder whose path contains a link', async () => {
  const checkout = await openCheckout();
  await checkout.put('a.txt', 'a');
  const link = join(dirname(checkout.root), 'link');
  await symlink(checkout.root, link);
  const { bytes } = await createLocalCheckoutFiles(link).read('a.txt', { maxBytes: 10, signal });
  expect(bytes.toString()).toBe('a');
  await checkout.close();
});

it('CheckoutFiles replaces one name of a hard link and keeps the content of the other', async () => {
  const checkout = await openCheckout();
  const outside = await checkout.putOutside('kept');
  await link(outside, join(checkout.root, 'a.txt'));
  const { version, bytes } = await checkout.files.read('a.txt', { maxBytes: 10, signal });
  expect(Buffer.from(bytes).toString()).toBe('kept');
  await checkout.files.write('a.txt', Buffer.from('new'), { version, signal });
  expect(await checkout.readOutside(outside)).toBe('kept');
  await checkout.close();
});

it('the list of a large folder is made in turns of the event loop, between which it can be aborted', async () => {
  const checkout = await openCheckout();
  await Promise.all(Array.from({ length: 4_001 }, (_, index) => checkout.put(`file-${index}`, '')));
  expect(await checkout.files.list('', { signal })).toHaveLength(4_001);
  const aborting = new AbortController();
  // Fires when the list has begun: it asks before it reads the folder, and again after a turn.
  let asked = 0;
  Object.defineProperty(aborting.signal, 'aborted', { get: () => (asked += 1) > 1 });
  await expect(checkout.files.list('', { signal: aborting.signal })).rejects.toMatchObject({ code: 'ABORTED' });
  await checkout.close();
});
