import { isDisguisedGitFile, isGitFolderName } from './git-names.ts';

const maxLength = 500;
const maxSegmentLength = 255;

/** Names that Windows reserves for devices, in any folder and with any extension. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9\u00B9\u00B2\u00B3]) *(?:[.:]|$)/i;
const controlCharacter = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Characters that make a name read differently than it is spelled. */
const bidiControl = /\p{Bidi_Control}/u;

const pathRules: readonly (readonly [isBroken: (path: string) => boolean, problem: string])[] = [
  [(path) => path === '', 'is empty'],
  [(path) => path.length > maxLength, `is longer than ${maxLength} characters`],
  [(path) => controlCharacter.test(path), 'holds control characters'],
  [(path) => bidiControl.test(path), 'holds characters that change the direction of text'],
  [(path) => path.includes('\\'), 'holds a backslash'],
  [(path) => path.startsWith('/') || /^[a-zA-Z]:/.test(path), 'is absolute'],
];

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
