/** A file that an archive holds. */
export interface ArchiveFile {
  readonly path: string;
  readonly content: string;
}

/** Why a file is not taken over: a workspace holds text, `maxFileBytes` of it a file. */
export const leftReasons = ['binary', 'packed_chart', 'too_large'] as const;
export type LeftReason = (typeof leftReasons)[number];

/** A file that is not taken over. */
export interface LeftFile {
  readonly path: string;
  readonly reason: LeftReason;
}

/** Every file of an archive, taken over or not. */
export interface ArchiveContents {
  readonly files: readonly ArchiveFile[];
  readonly left: readonly LeftFile[];
}
