import type { AppError } from '@shipmate/core';
import { type ArchiveRefusalReason, refuseArchive } from '@shipmate/domain/archive';
import { Header, type types } from 'tar';
import type { EntryOptions } from './archive-entry.ts';

export const blockBytes = 512;

/** The content of an extended header: records, the next entry's name, or ignored data. */
export type TarExtension = 'pax' | 'long_name' | 'ignored';

/** The header block of an entry. */
type TarHeader =
  | { readonly kind: 'file' | 'folder' | 'link'; readonly name: string; readonly size: number }
  /** A header that extends the next entry. */
  | { readonly kind: 'extension'; readonly type: TarExtension; readonly size: number };

const kinds: Partial<Record<types.EntryTypeName, 'file' | 'folder'>> = {
  File: 'file',
  OldFile: 'file',
  ContiguousFile: 'file',
  Directory: 'folder',
};

const extensions: Partial<Record<types.EntryTypeName, TarExtension>> = {
  ExtendedHeader: 'pax',
  OldExtendedHeader: 'pax',
  NextFileHasLongPath: 'long_name',
  OldGnuLongPath: 'long_name',
  NextFileHasLongLinkpath: 'ignored',
  GlobalExtendedHeader: 'ignored',
};

const refusals: Partial<Record<types.EntryTypeName, readonly [ArchiveRefusalReason, what: string]>> = {
  SymbolicLink: ['symlink', 'a symbolic link; replace it by the file'],
  Link: ['hardlink', 'a hard link; replace it by the file'],
  CharacterDevice: ['device', 'a device'],
  BlockDevice: ['device', 'a device'],
  FIFO: ['device', 'a named pipe'],
};

/** Parses the header block of an entry, or the first of the blocks that end the archive. */
export function parseTarHeader(block: Buffer, { allowLinks = false }: EntryOptions = {}): TarHeader | 'end' {
  const header = decode(block);
  if (header.nullBlock) return 'end';
  const { type, path: name = '', size } = header;
  if (!header.cksumValid) throw corrupt();
  if (allowLinks && type === 'SymbolicLink') return { kind: 'link', name, size: 0 };
  const [reason, what] = refusals[type] ?? ['unsupported_entry', 'neither a file nor a folder'];
  const kind = kinds[type];
  const extension = extensions[type];
  if (!kind && !extension) throw refuseArchive(reason, { entry: name, message: `is ${what}.` });
  if (size === undefined) throw corrupt();
  if (extension) return { kind: 'extension', type: extension, size };
  return { kind: name.endsWith('/') ? 'folder' : (kind ?? 'file'), name, size };
}

/** Returns true if the bytes begin a tar archive, even an empty one. */
export function isTar(bytes: Buffer): boolean {
  if (bytes.length < blockBytes) return false;
  try {
    const { nullBlock, cksumValid } = new Header(bytes.subarray(0, blockBytes));
    return nullBlock || cksumValid;
  } catch {
    return false;
  }
}

function decode(block: Buffer): Header {
  try {
    return new Header(block);
  } catch (cause) {
    throw corrupt(cause);
  }
}

function corrupt(cause?: unknown): AppError {
  return refuseArchive('corrupt', { message: 'A header of the archive is damaged; pack it again.', cause });
}
