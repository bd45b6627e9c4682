import { AppError } from '@shipmate/core';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import { expect, it } from 'vitest';
import { createSourceReader } from './source-reader.ts';

const { signal } = new AbortController();

/** Files that contain their own path; those named after the code of an error fail with it. */
function createFiles() {
  const reads: string[] = [];
  const files = {
    async read(path: string) {
      reads.push(path);
      const code = path === 'NOT_FOUND' || path === 'INTERNAL_ERROR' ? path : undefined;
      if (code) throw new AppError({ code, message: path });
      return { bytes: new TextEncoder().encode(path), version: path, modifiedAt: new Date(0) };
    },
  } satisfies Pick<CheckoutFiles, 'read'>;
  return { reads, files: files as unknown as CheckoutFiles };
}

it('createSourceReader reads each file once, ahead or when it is taken, and returns them in order', async () => {
  const { reads, files } = createFiles();
  await using reader = createSourceReader(files, { signal });
  reader.readAhead('b');
  reader.readAhead('c');
  const sources = await reader.take(['a', 'b', 'NOT_FOUND', 'c']);
  expect(sources.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  expect(reads.toSorted()).toEqual(['NOT_FOUND', 'a', 'b', 'c']);
  expect((await reader.take(['c'])).map(({ text }) => text)).toEqual(['c']);
  expect(reads).toHaveLength(4);
});

it('createSourceReader begins to read before a file is taken', async () => {
  const { reads, files } = createFiles();
  {
    await using reader = createSourceReader(files, { signal });
    reader.readAhead('a');
    await Promise.resolve();
  }
  expect(reads).toEqual(['a']);
});

it('createSourceReader reads no more files ahead than its limit', async () => {
  const { reads, files } = createFiles();
  await using reader = createSourceReader(files, { signal, maxAhead: 2 });
  for (const path of ['a', 'b', 'c']) reader.readAhead(path);
  await reader.take([]);
  expect(reads).toEqual(['a', 'b']);
  expect(await reader.take(['c'])).toHaveLength(1);
});

it('createSourceReader throws the failure of a file when files are taken', async () => {
  const { files } = createFiles();
  await using reader = createSourceReader(files, { signal });
  reader.readAhead('INTERNAL_ERROR');
  await expect(reader.take(['a'])).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  await expect(reader.take(['b'])).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
});
