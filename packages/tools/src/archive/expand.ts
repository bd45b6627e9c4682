import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { AppError } from '@shipmate/core';
import { type ArchiveLimits, refuseArchive, toExpandedLimit } from '@shipmate/domain';

const chunkBytes = 64 * 1024;

/** Unpacks gzip, off the event loop, and stops as soon as it is a bomb. */
export async function* gunzip(bytes: Buffer, limits: ArchiveLimits): AsyncGenerator<Buffer, void, void> {
  const expanded = Readable.from(slices(bytes)).pipe(createGunzip({ chunkSize: chunkBytes }));
  let total = 0;
  try {
    for await (const chunk of expanded as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > toExpandedLimit(bytes.length, limits)) throw tooMuchExpanded(bytes.length, limits);
      yield chunk;
    }
  } catch (thrown) {
    if (AppError.isInstance(thrown)) throw thrown;
    throw toRefusal(thrown);
  }
}

/** Hands out bytes in slices, and lets others have the event loop between them. */
export async function* slices(bytes: Buffer): AsyncGenerator<Buffer, void, void> {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.subarray(start, start + chunkBytes);
    await setImmediate();
  }
}

/** Says which of its limits an archive goes beyond. */
export function tooMuchExpanded(compressedBytes: number, limits: ArchiveLimits): AppError {
  const limit = toExpandedLimit(compressedBytes, limits);
  if (limit === limits.maxExpandedBytes) {
    const message = `The archive holds more than ${limit / 1_000_000} MB once it is unpacked.`;
    return refuseArchive('expanded_size', { message });
  }
  const message = `The archive unpacks to more than ${limits.maxRatio} times its size, as no chart does.`;
  return refuseArchive('compression_ratio', { message });
}

function toRefusal(cause: unknown): AppError {
  const isCut = cause instanceof Error && 'code' in cause && cause.code === 'Z_BUF_ERROR';
  return isCut
    ? refuseArchive('truncated', { message: 'The archive ends too early; send it again.', cause })
    : refuseArchive('corrupt', { message: 'The archive is damaged; pack it anew.', cause });
}
