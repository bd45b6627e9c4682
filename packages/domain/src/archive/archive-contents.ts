/** A file of an archive. */
export interface ArchiveFile {
  readonly path: string;
  readonly content: string;
}

/**
 * Reasons to skip a file. On import: a workspace holds text, at most `maxFileBytes` and `maxFileCharacters` a file. On export: see
 * {@link findTreeProblems}.
 */
export const leftReasons = [
  'binary',
  'packed_chart',
  'too_large',
  'unsafe_path',
  'colliding_path',
  'git_repository',
] as const;
export type LeftReason = (typeof leftReasons)[number];

/** Reasons to leave a file of a repository's archive out: a symbolic link, its size, a path that no checkout accepts, a part of `.git`. */
export const uploadLeftReasons = ['link', 'too_large', 'unsafe_path', 'git_repository'] as const;
export type UploadLeftReason = (typeof uploadLeftReasons)[number];

/** A skipped file. */
export interface LeftFile {
  readonly path: string;
  readonly reason: LeftReason;
}

/** All files of an archive, imported and skipped. */
export interface ArchiveContents {
  readonly files: readonly ArchiveFile[];
  readonly left: readonly LeftFile[];
}
