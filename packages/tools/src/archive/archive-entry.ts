/**
 * A file or folder of an archive, in the archive's order; an entry's content can be read only before the next entry is
 * requested.
 */
export interface ArchiveEntry {
  /** `link` only with `allowLinks`. */
  readonly kind: 'file' | 'folder' | 'link';
  /** The name as stored in the archive. */
  readonly name: string;
  /** The declared size in bytes; reading enforces it. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

/** Options for readers of archives. */
export interface EntryOptions {
  /** Yields symbolic links, whose targets are not read, where an archive with one is refused by default. */
  readonly allowLinks?: boolean;
}

/** Yields the entries of an archive in order; throws the errors of `refuseArchive`. */
export type ArchiveEntries = AsyncGenerator<ArchiveEntry, void, void>;
