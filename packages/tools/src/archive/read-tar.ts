import type { AppError } from '@shipmate/core';
import { refuseArchive } from '@shipmate/domain/archive';
import type { ArchiveEntries, ArchiveEntry, EntryOptions } from './archive-entry.ts';
import { decodeName } from './decode-name.ts';
import type { Chunks } from './expand.ts';
import { blockBytes, isTar, parseTarHeader, type TarExtension } from './tar-header.ts';

const skipBytes = 64 * 1024;
const maxExtensionBytes = 64 * 1024;

/**
 * Reads a tar archive: ustar, with the POSIX and GNU extensions for long names. An entry that cannot be read in full is
 * rejected, never skipped.
 */
export async function* readTar(chunks: Chunks, options: EntryOptions = {}): ArchiveEntries {
  const reader = createByteReader(chunks);
  let extension: PaxRecords = {};
  try {
    let block = await reader.read(blockBytes);
    if (!isTar(block))
      throw refuseArchive('unknown_format', { message: 'The compressed content is not a tar archive.' });
    for (; ; block = await readBlock(reader)) {
      const header = parseTarHeader(block, options);
      if (header === 'end') return await readEnd(reader);
      if (header.kind === 'extension') {
        const content = await readBody(reader, Math.min(header.size, maxExtensionBytes + 1));
        extension = { ...extension, ...parseExtension(header.type, content) };
        continue;
      }
      const { path: name = header.name, size = header.size } = extension;
      extension = {};
      yield* readEntry(reader, { kind: header.kind, name, size: header.kind === 'file' ? size : 0 });
    }
  } finally {
    await reader.close();
  }
}

async function* readEntry(reader: ByteReader, entry: Omit<ArchiveEntry, 'read'>): ArchiveEntries {
  let isRead = false;
  yield {
    ...entry,
    read: async () => {
      isRead = true;
      return readBody(reader, entry.size);
    },
  };
  if (isRead) return;
  for (let rest = padded(entry.size); rest > 0; rest -= skipBytes) await readExactly(reader, Math.min(rest, skipBytes));
}

async function readBody(reader: ByteReader, size: number): Promise<Buffer> {
  return (await readExactly(reader, padded(size))).subarray(0, size);
}

/** Checks the second of two empty blocks, after which only zeros may follow. */
async function readEnd(reader: ByteReader): Promise<void> {
  for (let bytes = await readBlock(reader); bytes.length > 0; bytes = await reader.read(skipBytes)) {
    if (bytes.every((byte) => byte === 0)) continue;
    const message = 'The archive continues after its end, as if two were joined. Pack it again.';
    throw refuseArchive('trailing_data', { message });
  }
}

function readBlock(reader: ByteReader): Promise<Buffer> {
  return readExactly(reader, blockBytes);
}

async function readExactly(reader: ByteReader, length: number): Promise<Buffer> {
  const bytes = await reader.read(length);
  if (bytes.length === length) return bytes;
  throw refuseArchive('truncated', { message: 'The archive ends too early; send it again.' });
}

function padded(size: number): number {
  return Math.ceil(size / blockBytes) * blockBytes;
}

function parseExtension(type: TarExtension, content: Buffer): PaxRecords {
  if (content.length > maxExtensionBytes) {
    throw refuseArchive('corrupt', { message: 'An extended header of the archive is too long to be one.' });
  }
  if (type === 'pax') return parsePaxRecords(content);
  return type === 'long_name' ? { path: decodeName(content).replace(/\0[^]*$/, '') } : {};
}

/** Reads a stream in pieces of a requested length. */
interface ByteReader {
  /** Returns fewer bytes only when the stream ends. */
  read(length: number): Promise<Buffer>;
  /** Stops reading the stream. */
  close(): Promise<void>;
}

function createByteReader(chunks: Chunks): ByteReader {
  let rest: Buffer = Buffer.alloc(0);

  return {
    async read(length) {
      const parts: Buffer[] = [];
      for (let missing = length; missing > 0; ) {
        if (rest.length === 0) {
          const next = await chunks.next();
          if (next.done) break;
          rest = next.value;
        }
        const part = rest.subarray(0, missing);
        rest = rest.subarray(part.length);
        missing -= part.length;
        parts.push(part);
      }
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    },
    close: async () => void (await chunks.return()),
  };
}

/** The records of an extended header that concern the next entry; other records are ignored. */
interface PaxRecords {
  readonly path?: string;
  readonly size?: number;
}

/**
 * Parses an extended header: records of the form `<length> <key>=<value>
 * `, where `length` counts all of them.
 */
function parsePaxRecords(bytes: Buffer): PaxRecords {
  let records: PaxRecords = {};
  for (let offset = 0; offset < bytes.length; ) {
    const space = bytes.indexOf(' ', offset);
    const length = Number(bytes.toString('latin1', offset, space));
    const end = offset + length;
    const equals = bytes.indexOf('=', space);
    const isWhole = Number.isInteger(length) && space >= 0 && equals > space && equals < end && bytes[end - 1] === 0x0a;
    if (!isWhole) throw corrupt();
    const key = bytes.toString('latin1', space + 1, equals);
    const value = bytes.subarray(equals + 1, end - 1);
    if (key === 'path') records = { ...records, path: decodeName(value) };
    if (key === 'size') records = { ...records, size: toSize(value.toString('latin1')) };
    offset = end;
  }
  return records;
}

function toSize(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw corrupt();
}

function corrupt(): AppError {
  return refuseArchive('corrupt', { message: 'An extended header of the archive is damaged; pack it again.' });
}
