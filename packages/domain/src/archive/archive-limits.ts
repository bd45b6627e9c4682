import { maxFileCharacters } from '../workspace/workspace-file.ts';

/** Limits for an uploaded archive. */
export interface ArchiveLimits {
  /** Size of the archive as uploaded. */
  readonly maxCompressedBytes: number;
  /** Total size of its expanded contents. */
  readonly maxExpandedBytes: number;
  /** Expanded bytes per uploaded byte; an archive beyond it is refused as a bomb, unless it is small. */
  readonly maxRatio: number;
  /** Bytes that may always be expanded: one file of blanks has any ratio. */
  readonly smallBytes: number;
  /** Total of all text files; a larger workspace is unusable and blocks its process. */
  readonly maxTextBytes: number;
  /** Files and folders. */
  readonly maxEntries: number;
  /** Size of one file; a larger one is skipped, and so is one with more characters than a file may have. */
  readonly maxFileBytes: number;
  /** Segments of a path. */
  readonly maxDepth: number;
  /** The advice to a person whose archive is too large. */
  readonly remedy: string;
}

const MB = 1_000_000;

/** Default limits, ample for charts. */
export const defaultArchiveLimits: ArchiveLimits = {
  maxCompressedBytes: 20 * MB,
  maxExpandedBytes: 100 * MB,
  maxRatio: 200,
  smallBytes: 10 * MB,
  maxTextBytes: 25 * MB,
  maxEntries: 5_000,
  // In UTF-8 a character of a file takes up to three bytes.
  maxFileBytes: 3 * maxFileCharacters,
  maxDepth: 20,
  remedy: 'Pack the folder of the chart alone.',
};

/** Limits for the archive of a repository, whose files are stored in small groups and not held in memory. */
export const repositoryArchiveLimits: ArchiveLimits = {
  maxCompressedBytes: 50 * MB,
  maxExpandedBytes: 400 * MB,
  maxRatio: 200,
  smallBytes: 10 * MB,
  maxTextBytes: 4 * MB,
  maxEntries: 50_000,
  maxFileBytes: 10 * MB,
  maxDepth: 100,
  remedy: 'Leave installed dependencies and built files out, as "git archive" does.',
};

/** Returns the number of bytes to which an archive of a given size may expand. */
export function toExpandedLimit(compressedBytes: number, limits: ArchiveLimits): number {
  const byRatio = Math.max(limits.smallBytes, compressedBytes * limits.maxRatio);
  return Math.min(limits.maxExpandedBytes, byRatio);
}

/**
 * Returns the maximum number of bytes that reading an archive holds in memory: the archive itself, its text
 * files, and the file being read.
 */
export function toHeldLimit(compressedBytes: number | undefined, limits: ArchiveLimits): number {
  const received = Math.min(compressedBytes ?? limits.maxCompressedBytes, limits.maxCompressedBytes);
  return received + Math.min(limits.maxTextBytes, toExpandedLimit(received, limits)) + limits.maxFileBytes;
}
