import { type ArchiveRefusalReason, refuseArchive } from '@shipmate/domain/archive';
import type { Entry } from 'yauzl';

const fileTypeMask = 0o170_000;
const plainTypes: ReadonlySet<number> = new Set([0, 0o100_000, 0o040_000]);
const symbolicLink = 0o120_000;

const stored = 0;
const deflated = 8;

/** Rejects an entry of a zip archive that is neither a plain file nor a folder, or that cannot be unpacked. */
export function checkZipEntry(entry: Entry, name: string): void {
  const refuse = (reason: ArchiveRefusalReason, message: string) => refuseArchive(reason, { entry: name, message });
  if (entry.isEncrypted()) throw refuse('encrypted', 'is encrypted; pack it without a password.');
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  if (type === symbolicLink) throw refuse('symlink', 'is a symbolic link; replace it by the file.');
  if (!plainTypes.has(type)) throw refuse('device', 'is neither a file nor a folder.');
  const { compressionMethod } = entry;
  if (compressionMethod === stored || compressionMethod === deflated) return;
  throw refuse('unsupported_entry', 'is compressed in a way that few programs know; choose "deflate".');
}
