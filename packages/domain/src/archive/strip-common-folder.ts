import type { ArchiveContents } from './archive-contents.ts';

/** What an archive holds, without the one folder that it is all in. */
export interface StrippedContents extends ArchiveContents {
  /** The name of that folder. */
  readonly folder?: string;
}

/**
 * Takes away the folder that all files are in, as tools pack it. Files that are left out do not count: systems add theirs beside
 * that folder.
 */
export function stripCommonFolder({ files, left }: ArchiveContents): StrippedContents {
  const [folder, ...others] = new Set(files.map(({ path }) => topFolderOf(path)));
  if (folder === undefined || others.length > 0) return { files, left };
  const prefix = `${folder}/`;
  const strip = <File extends { readonly path: string }>(file: File): File =>
    file.path.startsWith(prefix) ? { ...file, path: file.path.slice(prefix.length) } : file;
  return { files: files.map(strip), left: left.map(strip), folder };
}

function topFolderOf(path: string): string | undefined {
  const end = path.indexOf('/');
  return end < 0 ? undefined : path.slice(0, end);
}
