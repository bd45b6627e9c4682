import { PassThrough, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ArchiveFile } from '@shipmate/domain/archive';
import { Header, Pax } from 'tar';
import { ZipFile } from 'yazl';
import { blockBytes } from './tar-header.ts';

/** The formats that Shipmate writes: helm's, and the one that every desktop can unpack. */
export const writtenFormats = ['tgz', 'zip'] as const;

export type WrittenFormat = (typeof writtenFormats)[number];

/** Packs files as a stream. The same files in the same order yield the same bytes with the same version of Node.js. */
export function writeArchive(format: WrittenFormat, files: readonly ArchiveFile[]): Readable {
  return format === 'tgz' ? writeTgz(files) : writeZip(files);
}

/** The earliest time that zip can store, so that both formats agree. */
const mtime = new Date('1980-01-01T00:00:00Z');

/** Packs files as a tar archive, compressed with gzip. */
function writeTgz(files: readonly ArchiveFile[]): Readable {
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

/** The earliest time of the format, in this process's time zone, because zip stores no time zone. */
const earliestLocalTime = new Date(1980, 0, 1);

/** Packs files as a zip archive. */
function writeZip(files: readonly ArchiveFile[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { path, content } of files) {
    zip.addBuffer(Buffer.from(content), path, { mtime: earliestLocalTime, mode: 0o100_644, forceDosTimestamp: true });
  }
  zip.end();
  return output;
}
