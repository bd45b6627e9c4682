import type { ArchiveContents } from './archive-contents.ts';

/** The contents of an archive without their common top folder. */
export interface StrippedContents extends ArchiveContents {
  /** Name of the removed folder. */
  readonly folder?: string;
}

/**
 * Removes the common top folder, which packing tools add. Skipped files do not count: some systems add theirs
 * beside that folder.
 */
export function stripCommonFolder({ files, left }: ArchiveContents): StrippedContents {
  const folder = findCommonFolder(files.map(({ path }) => path));
  if (folder === undefined) return { files, left };
  const prefix = `${folder}/`;
  const strip = <File extends { readonly path: string }>(file: File): File =>
    file.path.startsWith(prefix) ? { ...file, path: file.path.slice(prefix.length) } : file;
  return { files: files.map(strip), left: left.map(strip), folder };
}

/** Returns the top folder that all paths are in; undefined if there is none. */
export function findCommonFolder(paths: readonly string[]): string | undefined {
  const [folder, ...others] = new Set(paths.map(topFolderOf));
  return others.length > 0 ? undefined : folder;
}

function topFolderOf(path: string): string | undefined {
  const end = path.indexOf('/');
  return end < 0 ? undefined : path.slice(0, end);
}
