import { AppError } from '@shipmate/core';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import { expect, it, vi } from 'vitest';
import { createSourceReader } from './source-reader.ts';

const { signal } = new AbortController();

/** Files that contain their own path, or a text of a length; those named after the code of an error fail with it. */
function createFiles({ length }: { readonly length?: number } = {}) {
  const reads: string[] = [];
  const given: string[] = [];
  const files = {
    async read(path: string, { maxBytes }: { readonly maxBytes: number }) {
      reads.push(path);
      const isFailing = path === 'NOT_FOUND' || path === 'INTERNAL_ERROR';
      if (isFailing) throw new AppError({ code: path, message: path });
      const text = length === undefined ? path : 'x'.repeat(length);
      if (text.length > maxBytes) throw new AppError({ code: 'PAYLOAD_TOO_LARGE', message: path });
      given.push(path);
      return { bytes: new TextEncoder().encode(text), version: path, modifiedAt: new Date(0) };
    },
  } satisfies Pick<CheckoutFiles, 'read'>;
  return { reads, given, files: files as unknown as CheckoutFiles };
}

type Reader = ReturnType<typeof createSourceReader>;

async function takeAll(reader: Reader, paths: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for await (const batch of reader.take(paths)) texts.push(...batch.map(({ text }) => text));
  return texts;
}

it('createSourceReader reads each file once, ahead or when it is taken, and returns them in order', async () => {
  const { reads, files } = createFiles();
  await using reader = createSourceReader(files, { signal });
  reader.readAhead('b');
  reader.readAhead('c');
  expect(await takeAll(reader, ['a', 'b', 'NOT_FOUND', 'c'])).toEqual(['a', 'b', 'c']);
  expect(reads.toSorted()).toEqual(['NOT_FOUND', 'a', 'b', 'c']);
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
  await vi.waitFor(() => expect(reads).toEqual(['a', 'b']));
  expect(await takeAll(reader, ['c'])).toEqual(['c']);
});

it('createSourceReader throws the failure of a file when files are taken', async () => {
  const { reads, files } = createFiles();
  await using reader = createSourceReader(files, { signal });
  reader.readAhead('INTERNAL_ERROR');
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  await expect(takeAll(reader, ['a'])).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  await expect(takeAll(reader, ['b'])).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
});

it.each([
  { count: 400, length: 250_000, most: 120 },
  { count: 40, length: 4_000_000, most: 1 },
])('createSourceReader holds few of $count files with $length bytes', async ({ count, length, most }) => {
  const { given, files } = createFiles({ length });
  const paths = Array.from({ length: count }, (_, index) => `${index}`);
  await using reader = createSourceReader(files, { signal });
  for (const path of paths) reader.readAhead(path);
  const taken: string[] = [];
  for await (const batch of reader.take(paths)) {
    expect(given.length - taken.length).toBeLessThanOrEqual(most);
    taken.push(...batch.map(({ path }) => path));
  }
  expect(taken).toEqual(paths);
  expect(given).toHaveLength(count);
});
