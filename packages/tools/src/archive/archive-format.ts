import { isTar } from './tar-header.ts';

/** The supported archive formats. */
export const archiveFormats = ['tgz', 'tar', 'zip'] as const;
export type ArchiveFormat = (typeof archiveFormats)[number];

/** Detects the format of an archive by its content; `undefined` when it is not an archive. */
export function detectArchiveFormat(bytes: Uint8Array): ArchiveFormat | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer[0] === 0x1f && buffer[1] === 0x8b) return 'tgz';
  const start = buffer.toString('latin1', 0, 4);
  if (start === 'PK\x03\x04' || start === 'PK\x05\x06') return 'zip';
  return isTar(buffer) ? 'tar' : undefined;
}
