/** A file that an archive holds. */
export interface ArchiveFile {
  readonly path: string;
  readonly content: string;
}

/**
 * Why a file is left out. Of an import: a workspace holds text, `maxFileBytes` of it a file. Of an export: see
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

/** A file that is left out. */
export interface LeftFile {
  readonly path: string;
  readonly reason: LeftReason;
}

/** Every file of an archive, taken over or not. */
export interface ArchiveContents {
  readonly files: readonly ArchiveFile[];
  readonly left: readonly LeftFile[];
}
