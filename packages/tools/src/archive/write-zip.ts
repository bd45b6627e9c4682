import { PassThrough, type Readable } from 'node:stream';
import type { ArchiveFile } from '@shipmate/domain/archive';
import { ZipFile } from 'yazl';

/** The earliest time of the format, in this process's time zone, because zip stores no time zone. */
const mtime = new Date(1980, 0, 1);

/** Packs files as a zip archive. */
export function writeZip(files: readonly ArchiveFile[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { path, content } of files) {
    zip.addBuffer(Buffer.from(content), path, { mtime, mode: 0o100_644, forceDosTimestamp: true });
  }
  zip.end();
  return output;
}
