import type { Readable } from 'node:stream';
import type { ArchiveFile } from '@shipmate/domain/archive';
import { writeTgz } from './write-tgz.ts';
import { writeZip } from './write-zip.ts';

/** How Shipmate packs: as helm does, or as every desktop can unpack. */
export const writtenFormats = ['tgz', 'zip'] as const;
export type WrittenFormat = (typeof writtenFormats)[number];

/** Packs files as a stream of bytes. The same files in the same order make the same bytes, by the same version of Node.js. */
export function writeArchive(format: WrittenFormat, files: readonly ArchiveFile[]): Readable {
  return format === 'tgz' ? writeTgz(files) : writeZip(files);
}
