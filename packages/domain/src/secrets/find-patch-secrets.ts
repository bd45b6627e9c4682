import { findSecrets, type FoundSecret, redactSecrets } from './find-secrets.ts';

/** A secret in an added line of a patch. */
export interface PatchSecret {
  readonly path: string;
  /** From 1, in the new file. */
  readonly line: number;
  /** The format that was recognized, such as `github-token`. */
  readonly rule: string;
}

/** Where a part of a patch ends: the next part begins there. */
export interface PatchPosition {
  readonly path: string;
  /** The last line of the new file that was read. */
  readonly line: number;
  readonly isHunk: boolean;
}

/** The most secrets that are named, of one part of a patch. */
const maxSecrets = 200;

/** Finds secrets that must not be published. Passwords in addresses are usual in settings for development and in tests: they are not among them. */
export function findPublishedSecrets(text: string): readonly FoundSecret[] {
  return findSecrets(text).filter(({ rule }) => rule !== 'url-password');
}

/**
 * Finds secrets in the added lines of a part of a patch, which ends with a line: one for each line, at most 200.
 *
 * @param position The end of the part before. Default: the beginning of a patch.
 */
export function findPatchSecrets(
  patch: string,
  position: PatchPosition = { path: '', line: 0, isHunk: false },
): { readonly secrets: readonly PatchSecret[]; readonly position: PatchPosition } {
  const found = findPublishedSecrets(patch);
  const secrets: PatchSecret[] = [];
  let at = position;
  let next = 0;
  for (let start = 0, end = 0; start < patch.length; start = end + 1) {
    end = patch.indexOf('\n', start);
    if (end < 0) end = patch.length;
    const text = patch.slice(start, end);
    at = toPositionAfter(at, text);
    const secret = found[next];
    if (secret === undefined || secret.start >= end) continue;
    while ((found[next]?.start ?? end) < end) next += 1;
    const isAdded = at.isHunk && text.startsWith('+');
    if (isAdded && secrets.length < maxSecrets) secrets.push({ path: at.path, line: at.line, rule: secret.rule });
  }
  return { secrets, position: at };
}

function toPositionAfter(position: PatchPosition, text: string): PatchPosition {
  if (text.startsWith('diff --')) return { ...position, isHunk: false };
  if (text.startsWith('@@')) {
    return { ...position, isHunk: true, line: Number(/^@@+ [^+]*\+(\d+)/u.exec(text)?.[1] ?? 0) - 1 };
  }
  if (!position.isHunk) return { ...position, path: /^\+\+\+ "?b\/([^]*?)"?\t?$/u.exec(text)?.[1] ?? position.path };
  return /^[+ ]/u.test(text) ? { ...position, line: position.line + 1 } : position;
}

/** Ends a private key of which a patch shows only the beginning. */
const keyEnd = '-----END ';

/**
 * Redacts the secrets in the lines of a patch. Both sides are searched as the files have them: between the signs of lines, a secret of
 * several lines is not recognized. Headers stay as they are.
 */
export function redactPatch(patch: string): string {
  const lines = patch.split('\n');
  const [before, after]: [string[], string[]] = [[], []];
  // The number of signs before each line: a merge has one for each parent.
  let width = 0;
  const places = lines.map((line) => {
    if (line.startsWith('diff --')) width = 0;
    if (line.startsWith('@@')) width = line.indexOf(' ') - 1;
    const signs = line.slice(0, width);
    const isText = width > 0 && /^[ +-]+$/u.test(signs);
    const [isBefore, isAfter] = [!signs.includes('+'), !signs.includes('-')];
    if (!isText || isBefore) before.push(isText ? line.slice(width) : keyEnd);
    if (!isText || isAfter) after.push(isText ? line.slice(width) : keyEnd);
    return isText && { signs, before: isBefore && before.length - 1, after: isAfter && after.length - 1 };
  });
  const [shownBefore, shownAfter] = [before, after].map((side) => redactSecrets(side.join('\n')).split('\n'));
  return lines
    .map((line, index) => {
      const place = places[index];
      if (!place) return line;
      const text = line.slice(place.signs.length);
      const sides = [
        place.before === false ? text : shownBefore?.[place.before],
        place.after === false ? text : shownAfter?.[place.after],
      ];
      return `${place.signs}${sides.find((side) => side !== text) ?? text}`;
    })
    .join('\n');
}
