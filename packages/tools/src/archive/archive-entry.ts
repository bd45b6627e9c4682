/** A file or folder of an archive, read in the archive's order: an entry's content is gone once the next one is asked for. */
export interface ArchiveEntry {
  readonly kind: 'file' | 'folder';
  /** As the archive has it. */
  readonly name: string;
  /** Bytes, as the archive says; reading holds it to that. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

/** Reads the entries of an archive one after another; throws what `refuseArchive` makes. */
export type ArchiveEntries = AsyncGenerator<ArchiveEntry, void, void>;
