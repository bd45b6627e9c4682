import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { AppError } from '@shipmate/core';
import {
  type ArchiveLimits,
  type ArchiveRefusalReason,
  refuseArchive,
  toExpandedLimit,
  tooManyEntries,
} from '@shipmate/domain/archive';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { ArchiveEntries, EntryOptions } from './archive-entry.ts';
import { decodeName } from './decode-name.ts';
import { tooMuchExpanded } from './expand.ts';

/** Reads a zip archive. Its whole directory is checked before any entry is unpacked. */
export async function* readZip(bytes: Buffer, limits: ArchiveLimits, options: EntryOptions = {}): ArchiveEntries {
  const zip = await open(bytes);
  const entries = await readDirectory(zip, { bytes, limits, ...options });
  for (const entry of entries) {
    const name = decodeName(entry.fileNameRaw);
    const kind = isLink(entry) ? 'link' : name.endsWith('/') ? 'folder' : 'file';
    yield { kind, name, size: entry.uncompressedSize, read: () => readContent(zip, entry, name) };
  }
}

async function open(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, { decodeStrings: false, validateEntrySizes: true });
  } catch (cause) {
    throw refuseArchive('truncated', {
      message: 'The archive ends too early, or not at its end; send it again.',
      cause,
    });
  }
}

const directoryEntry = 'PK\x01\x02';

interface DirectoryOptions extends EntryOptions {
  readonly bytes: Buffer;
  readonly limits: ArchiveLimits;
}

async function readDirectory(
  zip: ZipFile,
  { bytes, limits, allowLinks = false }: DirectoryOptions,
): Promise<readonly Entry[]> {
  if (zip.entryCount > limits.maxEntries) throw tooManyEntries(limits);
  try {
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    // A number, despite its declared type.
    const end = Number(zip.readEntryCursor);
    if (bytes.toString('latin1', end, end + directoryEntry.length) === directoryEntry) throw tooManyEntries(limits);
    const expanded = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (expanded > toExpandedLimit(bytes.length, limits)) throw tooMuchExpanded(bytes.length, limits);
    await checkEntries(zip, entries, allowLinks);
    return entries;
  } catch (cause) {
    if (AppError.isInstance(cause)) throw cause;
    if (cause instanceof Error && /encryption/.test(cause.message)) {
      throw refuseArchive('encrypted', { message: 'The archive is encrypted; pack it without a password.', cause });
    }
    throw refuseArchive('corrupt', { message: 'The directory of the archive is damaged; pack it again.', cause });
  }
}

/** Rejects entries that are not plain files, that have two names, or that share bytes. */
async function checkEntries(zip: ZipFile, entries: readonly Entry[], allowLinks: boolean): Promise<void> {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const name = decodeName(entry.fileNameRaw);
    checkZipEntry(entry, name, allowLinks);
    const { fileName, fileDataStart } = await zip.readLocalFileHeaderPromise(entry);
    if (entry.relativeOffsetOfLocalHeader < end) {
      throw refuseArchive('overlapping_entries', { entry: name, message: 'shares its bytes with another file.' });
    }
    if (!fileName.equals(entry.fileNameRaw)) {
      throw refuseArchive('corrupt', { entry: name, message: 'has another name in its own header; pack it again.' });
    }
    end = fileDataStart + entry.compressedSize;
  }
}

async function readContent(zip: ZipFile, entry: Entry, name: string): Promise<Buffer> {
  try {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(content) === entry.crc32) return content;
  } catch (cause) {
    throw refuseArchive('corrupt', { entry: name, message: 'cannot be unpacked; pack it again.', cause });
  }
  throw refuseArchive('corrupt', { entry: name, message: 'does not match its checksum; pack it again.' });
}

const fileTypeMask = 0o170_000;
const plainTypes: ReadonlySet<number> = new Set([0, 0o100_000, 0o040_000]);
const symbolicLink = 0o120_000;

const stored = 0;
const deflated = 8;

function typeOf({ externalFileAttributes }: Entry): number {
  return (externalFileAttributes >>> 16) & fileTypeMask;
}

function isLink(entry: Entry): boolean {
  return typeOf(entry) === symbolicLink;
}

/** Rejects an entry of a zip archive that is neither a plain file nor a folder, or that cannot be unpacked. */
function checkZipEntry(entry: Entry, name: string, allowLinks: boolean): void {
  const refuseEntry = (reason: ArchiveRefusalReason, message: string) =>
    refuseArchive(reason, { entry: name, message });
  if (entry.isEncrypted()) throw refuseEntry('encrypted', 'is encrypted; pack it without a password.');
  if (isLink(entry)) {
    if (!allowLinks) throw refuseEntry('symlink', 'is a symbolic link; replace it by the file.');
  } else if (!plainTypes.has(typeOf(entry))) throw refuseEntry('device', 'is neither a file nor a folder.');
  const { compressionMethod } = entry;
  if (compressionMethod === stored || compressionMethod === deflated) return;
  throw refuseEntry('unsupported_entry', 'is compressed in a way that few programs know; choose "deflate".');
}
