/**
 * A file or folder of an archive, in the archive's order; an entry's content can be read only before the next entry is
 * requested.
 */
export interface ArchiveEntry {
  readonly kind: 'file' | 'folder';
  /** The name as stored in the archive. */
  readonly name: string;
  /** The declared size in bytes; reading enforces it. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

/** Yields the entries of an archive in order; throws the errors of `refuseArchive`. */
export type ArchiveEntries = AsyncGenerator<ArchiveEntry, void, void>;
