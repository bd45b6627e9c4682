import type { AppError } from '@shipmate/core';
import {
  type ArchiveContents,
  type ArchiveFile,
  type ArchiveLimits,
  createArchiveListing,
  defaultArchiveLimits,
  type LeftFile,
  refuseArchive,
  toHeldLimit,
} from '@shipmate/domain/archive';
import { maxFileCharacters } from '@shipmate/domain/workspace';
import { findTreeProblems } from '@shipmate/domain/workspace/path';
import type { ByteClaim } from '@shipmate/runtime/limit';
import type { ArchiveEntries, EntryOptions } from './archive-entry.ts';
import { gunzip, slices, withinLimits } from './expand.ts';
import { type ArchiveSource, readSource } from './read-source.ts';
import { readTar } from './read-tar.ts';
import { readZip } from './read-zip.ts';
import { isTar } from './tar-header.ts';

/** Options for {@link readArchive}. */
export interface ReadArchiveOptions {
  /** Default: {@link defaultArchiveLimits}. */
  readonly limits?: ArchiveLimits;
  readonly signal?: AbortSignal;
  /**
   * Bytes that reading may hold, at least {@link toHeldLimit} of the archive's size; shrinks to the bytes that are
   * held.
   */
  readonly claim?: Pick<ByteClaim, 'shrink'>;
}

interface OpenArchiveOptions extends EntryOptions {
  readonly limits: ArchiveLimits;
  readonly signal: AbortSignal | undefined;
  readonly claim: Pick<ByteClaim, 'shrink'> | undefined;
}

/**
 * Reads a `.tgz`, `.tar` or `.zip`, detected by content, completely or not at all. Every file is in the result: as
 * text, or among the omitted files. Folders without files are ignored.
 *
 * @throws AppError of `refuseArchive` at the first problem; the signal's reason once it fires.
 */
export async function readArchive(
  source: ArchiveSource,
  { limits = defaultArchiveLimits, signal, claim }: ReadArchiveOptions = {},
): Promise<ArchiveContents> {
  const entries = await openArchive(source, { limits, signal, claim });
  const { textBytes, ...contents } = await readEntries(entries, { limits, signal });
  claim?.shrink(textBytes);
  return contents;
}

/** Receives an archive and returns its entries, which are checked while they are read. @throws AppError as {@link readArchive} */
export async function openArchive(
  source: ArchiveSource,
  { limits, signal, claim, allowLinks }: OpenArchiveOptions,
): Promise<ArchiveEntries> {
  const bytes = await readSource(source, limits, signal);
  claim?.shrink(toHeldLimit(bytes.length, limits));
  const format = detectArchiveFormat(bytes);
  if (!format) throw refuseArchive('unknown_format', { message: 'This is not a .tgz, .tar or .zip file.' });
  return readers[format](bytes, limits, { allowLinks: allowLinks ?? false });
}

/**
 * Reads files as text, completely or not at all. @throws AppError of `refuseArchive` at the first problem; the signal's reason once it fires.
 */
export async function readEntries(
  entries: ArchiveEntries,
  { limits, signal }: { readonly limits: ArchiveLimits; readonly signal?: AbortSignal | undefined },
): Promise<ArchiveContents & { readonly textBytes: number }> {
  const listing = createArchiveListing(limits);
  const files: ArchiveFile[] = [];
  const left: LeftFile[] = [];
  let textBytes = 0;
  for await (const entry of entries) {
    signal?.throwIfAborted();
    if (entry.kind === 'folder') {
      listing.addFolder(entry.name);
      continue;
    }
    const path = listing.addFile(entry.name);
    if (isPackedChart(path)) left.push({ path, reason: 'packed_chart' });
    else if (entry.size > limits.maxFileBytes) left.push({ path, reason: 'too_large' });
    else {
      const raw = await entry.read();
      const content = decodeText(raw);
      if (content === undefined) left.push({ path, reason: 'binary' });
      else if (content.length > maxFileCharacters) left.push({ path, reason: 'too_large' });
      else {
        textBytes += raw.byteLength;
        if (textBytes > limits.maxTextBytes) throw tooMuchText(limits);
        files.push({ path, content });
      }
    }
  }
  const [problem] = findTreeProblems(files.map(({ path }) => path));
  if (problem) throw refuseArchive('invalid_path', { entry: problem.path, message: `${problem.message}.` });
  return { files, left, textBytes };
}

function tooMuchText({ maxTextBytes, remedy }: ArchiveLimits): AppError {
  return refuseArchive('expanded_size', {
    message: `The archive holds more than ${maxTextBytes / 1_000_000} MB of text. ${remedy}`,
  });
}

type Read = (bytes: Buffer, limits: ArchiveLimits, options: EntryOptions) => ArchiveEntries;

const readers: Record<ArchiveFormat, Read> = {
  tgz: (bytes, limits, options) => readTar(withinLimits(gunzip(bytes), bytes.length, limits), options),
  tar: (bytes, limits, options) => readTar(withinLimits(slices(bytes), bytes.length, limits), options),
  zip: readZip,
};

/** Returns true for a packed dependency in the place where helm stores it. */
function isPackedChart(path: string): boolean {
  return /(?:^|\/)charts\/[^/]+\.tgz$/.test(path);
}

/** The supported archive formats. */
const archiveFormats = ['tgz', 'tar', 'zip'] as const;

type ArchiveFormat = (typeof archiveFormats)[number];

/** Detects the format of an archive by its content; `undefined` when it is not an archive. */
function detectArchiveFormat(bytes: Uint8Array): ArchiveFormat | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer[0] === 0x1f && buffer[1] === 0x8b) return 'tgz';
  const start = buffer.toString('latin1', 0, 4);
  if (start === 'PK\x03\x04' || start === 'PK\x05\x06') return 'zip';
  return isTar(buffer) ? 'tar' : undefined;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes a text, keeping its byte order mark; `undefined` when a workspace cannot store the bytes: they are not UTF-8,
 * or contain NUL.
 */
function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
