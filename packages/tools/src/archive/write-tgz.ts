import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ArchiveFile } from '@shipmate/domain/archive';
import { Header, Pax } from 'tar';
import { blockBytes } from './tar-header.ts';

/** The earliest time that zip can store, so that both formats agree. */
const mtime = new Date('1980-01-01T00:00:00Z');

/** Packs files as a tar archive, compressed with gzip. */
export function writeTgz(files: readonly ArchiveFile[]): Readable {
  return Readable.from(blocks(files)).pipe(createGzip({ level: 9 }));
}

function* blocks(files: readonly ArchiveFile[]): Generator<Buffer> {
  for (const { path, content } of files) {
    const body = Buffer.from(content);
    yield* headers(path, body.length);
    yield body;
    yield Buffer.alloc(-body.length & (blockBytes - 1));
  }
  yield Buffer.alloc(2 * blockBytes);
}

function* headers(path: string, size: number): Generator<Buffer> {
  const data = { path, size, mtime, mode: 0o644, uid: 0, gid: 0, type: 'File' } as const;
  const block = Buffer.alloc(blockBytes);
  const needsPax = new Header(data).encode(block);
  if (needsPax) yield new Pax({ path, mtime }).encode();
  yield block;
}
