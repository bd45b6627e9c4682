import { toNameKey } from './path-key.ts';

const maxPathLength = 500;
const maxSegmentLength = 255;

/** Names that Windows reserves for devices, in any folder and with any extension. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9\u00B9\u00B2\u00B3]) *(?:[.:]|$)/i;
const controlCharacter = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Characters that make a name read differently than it is spelled. */
const bidiControl = /\p{Bidi_Control}/u;

const pathRules: readonly (readonly [isBroken: (path: string) => boolean, problem: string])[] = [
  [(path) => path === '', 'is empty'],
  [(path) => path.length > maxPathLength, `is longer than ${maxPathLength} characters`],
  [(path) => controlCharacter.test(path), 'holds control characters'],
  [(path) => bidiControl.test(path), 'holds characters that change the direction of text'],
  [(path) => path.includes('\\'), 'holds a backslash'],
  [(path) => path.startsWith('/') || /^[a-zA-Z]:/.test(path), 'is absolute'],
];

/** Files that git reads from a tree, with the beginning of the short name that NTFS gives each of them after a collision. */
const gitFiles = [
  { name: '.gitmodules', hash: 'gi7eba' },
  { name: '.gitignore', hash: 'gi250a' },
  { name: '.gitattributes', hash: 'gi7d29' },
  { name: '.mailmap', hash: 'maba30' },
] as const;

const nameRules: readonly (readonly [isBroken: (name: string) => boolean, problem: string])[] = [
  [(name) => name === '', 'has an empty segment'],
  [(name) => /^[. ]+$/.test(name), 'has a segment "." or "..", or one of dots and spaces alone'],
  [(name) => name.length > maxSegmentLength, `has a segment longer than ${maxSegmentLength} characters`],
  [isGitFolderName, 'has a segment that is ".git" or that a file system takes for it'],
  [isDisguisedGitFile, 'has a segment that a file system takes for a file that git reads, such as ".gitmodules"'],
  [(name) => deviceName.test(name), 'has a segment that is the name of a device on Windows'],
  [(name) => name.includes(':'), 'has a segment with ":", which names a stream on Windows'],
];

/**
 * Explains why a path must not be used for a file in a workspace, an archive or a repository; `undefined` if
 * it may.
 */
export function findPathProblem(path: string): string | undefined {
  const [, problem] = pathRules.find(([isBroken]) => isBroken(path)) ?? [];
  if (problem !== undefined) return problem;
  const names = path.split('/');
  return nameRules.find(([isBroken]) => names.some(isBroken))?.[1];
}

/** Explains why one segment of a path must not be used for a new file; `undefined` if it may. */
export function findNameProblem(name: string): string | undefined {
  return nameRules.find(([isBroken]) => isBroken(name))?.[1];
}

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
function isDisguisedGitFile(name: string): boolean {
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
