import { refuseArchive } from '@shipmate/domain/archive';
import type { ArchiveEntries, ArchiveEntry } from './archive-entry.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';
import { decodeName } from './decode-name.ts';
import type { Chunks } from './expand.ts';
import { type PaxRecords, parsePaxRecords } from './pax-records.ts';
import { blockBytes, isTar, parseTarHeader, type TarExtension } from './tar-header.ts';

const skipBytes = 64 * 1024;
const maxExtensionBytes = 64 * 1024;

/**
 * Reads a tar archive: ustar, with the POSIX and GNU extensions for long names. An entry that cannot be read in full is
 * rejected, never skipped.
 */
export async function* readTar(chunks: Chunks): ArchiveEntries {
  const reader = createByteReader(chunks);
  let extension: PaxRecords = {};
  try {
    let block = await reader.read(blockBytes);
    if (!isTar(block))
      throw refuseArchive('unknown_format', { message: 'What is compressed here is not a tar archive.' });
    for (; ; block = await readBlock(reader)) {
      const header = parseTarHeader(block);
      if (header === 'end') return await readEnd(reader);
      if (header.kind === 'extension') {
        const content = await readBody(reader, Math.min(header.size, maxExtensionBytes + 1));
        extension = { ...extension, ...parseExtension(header.type, content) };
        continue;
      }
      const { path: name = header.name, size = header.size } = extension;
      extension = {};
      yield* readEntry(reader, { kind: header.kind, name, size: header.kind === 'folder' ? 0 : size });
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
    const message = 'The archive goes on after its end, as when two are joined; pack it again.';
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
