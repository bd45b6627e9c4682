import { toNameKey } from './path-key.ts';

/** Files that git reads from a tree, with the beginning of the short name that NTFS gives each of them after a collision. */
const gitFiles = [
  { name: '.gitmodules', hash: 'gi7eba' },
  { name: '.gitignore', hash: 'gi250a' },
  { name: '.gitattributes', hash: 'gi7d29' },
  { name: '.mailmap', hash: 'maba30' },
] as const;

/**
 * Checks whether a file system may treat a name as `.git`: in other case, with ignorable code points,
 * trailing dots or spaces, as a stream (`.git::$INDEX_ALLOCATION`) or a short name (`git~1`).
 */
export function isGitFolderName(name: string): boolean {
  const key = toGitKey(name);
  return key === '.git' || /^git~\d+$/.test(key);
}

/**
 * Checks whether a name is another spelling of a file that git reads from a tree, such as `.gitmodules`.
 * Git's own spelling is not.
 */
export function isDisguisedGitFile(name: string): boolean {
  const key = toGitKey(name);
  return gitFiles.some((file) => name !== file.name && (key === file.name || isShortName(key, file)));
}

function toGitKey(name: string): string {
  return toNameKey(name.normalize('NFKC').replace(/:[^]*$/, ''));
}

/** The first four files of a prefix get its first six letters; later ones get a hash, shortened as the number grows. */
function isShortName(key: string, { name, hash }: (typeof gitFiles)[number]): boolean {
  const [, stem, number] = /^([^~]*)~([1-9]\d*)$/.exec(key) ?? [];
  if (stem === undefined || number === undefined) return false;
  if (stem === name.slice(1, 7)) return /^[1-4]$/.test(number);
  return key.length === 8 && hash.startsWith(stem);
}
