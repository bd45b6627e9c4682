import { findSecrets, type FoundSecret, redactSecrets } from './find-secrets.ts';

/** A secret in an added line of a patch, or in the name of a new file. */
export interface PatchSecret {
  readonly path: string;
  /** From 1, in the new file; 0 for a secret in its name. */
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
  /** The secret in the name of a file that may turn out to be new. */
  readonly named?: PatchSecret | undefined;
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
  const rules = findRulesByLine(patch);
  const secrets: PatchSecret[] = [];
  let at = position;
  let number = 0;
  for (let start = 0, end = 0; start < patch.length; start = end + 1) {
    end = patch.indexOf('\n', start);
    if (end < 0) end = patch.length;
    const text = patch.slice(start, end);
    number += 1;
    at = toPositionAfter(at, text);
    const rule = rules.get(number);
    if (!at.isHunk) at = { ...at, named: toNamed(at, { text, rule }) };
    const isNewName = !at.isHunk && /^(?:new file mode|rename to|copy to) /u.test(text);
    const isAdded = at.isHunk && text.startsWith('+') && rule !== undefined;
    const found = isAdded ? { path: at.path, line: at.line, rule } : isNewName ? at.named : undefined;
    if (found && secrets.length < maxSecrets) secrets.push(found);
  }
  return { secrets, position: at };
}

/** Finds the formats of secrets by the lines of a text, from 1; lines that hold NUL are read as UTF-16 too. */
function findRulesByLine(text: string): ReadonlyMap<number, string> {
  const rules = new Map<number, string>();
  for (const each of [text, ...toNarrowTexts(text)]) {
    for (const { rule, line, start } of findPublishedSecrets(each)) {
      // The key after a line `-----BEGIN` begins with the end of that line.
      const number = each[start] === '\n' ? line + 1 : line;
      if (!rules.has(number)) rules.set(number, rule);
    }
  }
  return rules;
}

/** Converts UTF-16 that was read as bytes, in both orders, to the ASCII characters in it; the lines stay the same. */
function toNarrowTexts(text: string): readonly string[] {
  if (!text.includes('\0')) return [];
  return [/(?:[^\n\0](?!\0))+/gu, /(?:(?<!\0)[^\n\0])+/gu].map((wide) =>
    text.replaceAll(wide, ' ').replaceAll('\0', ''),
  );
}

/** Returns the secret in the name of a file, which stands in its first header and in that of a rename. */
function toNamed(
  { named, path }: PatchPosition,
  { text, rule }: { readonly text: string; readonly rule: string | undefined },
): PatchSecret | undefined {
  const [, renamed] = /^(?:rename|copy) to "?([^]*?)"?$/u.exec(text) ?? [];
  if (renamed !== undefined) return rule === undefined ? undefined : { path: renamed, line: 0, rule };
  if (!text.startsWith('diff --')) return named;
  // Both names of a file that is not renamed are the same.
  const [, name = path] =
    /^diff --git "?a\/([^]*?)"? "?b\/\1"?$/u.exec(text) ?? /^diff --cc "?([^]*?)"?$/u.exec(text) ?? [];
  return rule === undefined ? undefined : { path: name, line: 0, rule };
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
