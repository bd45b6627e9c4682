import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { AppError } from '@shipmate/core';
import { type ArchiveLimits, refuseArchive, toExpandedLimit } from '@shipmate/domain/archive';

/** The bytes of an archive in chunks. */
export type Chunks = AsyncGenerator<Buffer, void, void>;

const chunkBytes = 64 * 1024;

/** Decompresses gzip off the event loop. */
export async function* gunzip(bytes: Buffer): Chunks {
  const expanded = Readable.from(slices(bytes)).pipe(createGunzip({ chunkSize: chunkBytes }));
  try {
    for await (const chunk of expanded as AsyncIterable<Buffer>) yield chunk;
  } catch (thrown) {
    throw toRefusal(thrown);
  }
}

/** Yields bytes in slices, and yields to the event loop between them. */
export async function* slices(bytes: Buffer): Chunks {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.subarray(start, start + chunkBytes);
    await setImmediate();
  }
}

/** Passes unpacked bytes through until they exceed the limits. */
export async function* withinLimits(chunks: Chunks, compressedBytes: number, limits: ArchiveLimits): Chunks {
  const limit = toExpandedLimit(compressedBytes, limits);
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > limit) throw tooMuchExpanded(compressedBytes, limits);
    yield chunk;
  }
}

/** Returns the error for the limit that an archive exceeds. */
export function tooMuchExpanded(compressedBytes: number, limits: ArchiveLimits): AppError {
  const limit = toExpandedLimit(compressedBytes, limits);
  if (limit === limits.maxExpandedBytes) {
    const message = `The archive holds more than ${limit / 1_000_000} MB once it is unpacked. ${limits.remedy}`;
    return refuseArchive('expanded_size', { message });
  }
  const message = `The archive unpacks to more than ${limits.maxRatio} times its size. ${limits.remedy}`;
  return refuseArchive('compression_ratio', { message });
}

function toRefusal(cause: unknown): AppError {
  const isCut = cause instanceof Error && 'code' in cause && cause.code === 'Z_BUF_ERROR';
  return isCut
    ? refuseArchive('truncated', { message: 'The archive ends too early; send it again.', cause })
    : refuseArchive('corrupt', { message: 'The archive is damaged; pack it again.', cause });
}
