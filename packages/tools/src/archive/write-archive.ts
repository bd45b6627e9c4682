import type { Readable } from 'node:stream';
import type { ArchiveFile } from '@shipmate/domain/archive';
import { writeTgz } from './write-tgz.ts';
import { writeZip } from './write-zip.ts';

/** The formats that Shipmate writes: helm's, and the one that every desktop can unpack. */
export const writtenFormats = ['tgz', 'zip'] as const;
export type WrittenFormat = (typeof writtenFormats)[number];

/** Packs files as a stream. The same files in the same order yield the same bytes with the same version of Node.js. */
export function writeArchive(format: WrittenFormat, files: readonly ArchiveFile[]): Readable {
  return format === 'tgz' ? writeTgz(files) : writeZip(files);
}
