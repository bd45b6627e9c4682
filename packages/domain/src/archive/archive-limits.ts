/** How large an archive may be that somebody sends. */
export interface ArchiveLimits {
  /** Of the archive as it is sent. */
  readonly maxCompressedBytes: number;
  /** Of everything in it. */
  readonly maxExpandedBytes: number;
  /** Expanded bytes for each byte that was sent; beyond it the archive is a bomb, unless it is a small one. */
  readonly maxRatio: number;
  /** What may always be expanded: one file of blanks has any ratio. */
  readonly smallBytes: number;
  /** Of all text files together; a workspace of more is of no use to people and holds up its process. */
  readonly maxTextBytes: number;
  /** Files and folders. */
  readonly maxEntries: number;
  /** Of one file; a larger one is left out. */
  readonly maxFileBytes: number;
  /** Segments of a path. */
  readonly maxDepth: number;
}

const MB = 1_000_000;

/** What a chart needs, and more. */
export const defaultArchiveLimits: ArchiveLimits = {
  maxCompressedBytes: 20 * MB,
  maxExpandedBytes: 100 * MB,
  maxRatio: 200,
  smallBytes: 10 * MB,
  maxTextBytes: 25 * MB,
  maxEntries: 5_000,
  maxFileBytes: MB,
  maxDepth: 20,
};

/** How many bytes an archive of some size may expand to. */
export function toExpandedLimit(compressedBytes: number, limits: ArchiveLimits): number {
  const byRatio = Math.max(limits.smallBytes, compressedBytes * limits.maxRatio);
  return Math.min(limits.maxExpandedBytes, byRatio);
}

/** The most bytes that reading an archive holds in memory: the archive itself, its text files, and the file being read. */
export function toHeldLimit(compressedBytes: number | undefined, limits: ArchiveLimits): number {
  const received = Math.min(compressedBytes ?? limits.maxCompressedBytes, limits.maxCompressedBytes);
  return received + Math.min(limits.maxTextBytes, toExpandedLimit(received, limits)) + limits.maxFileBytes;
}
