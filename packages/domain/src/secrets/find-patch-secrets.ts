import { findSecrets, type FoundSecret } from './find-secrets.ts';

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
  let { path, line, isHunk } = position;
  let next = 0;
  for (let start = 0, end = 0; start < patch.length; start = end + 1) {
    end = patch.indexOf('\n', start);
    if (end < 0) end = patch.length;
    const first = patch[start];
    const secret = found[next];
    while ((found[next]?.start ?? end) < end) next += 1;
    if (first === 'd' && patch.startsWith('diff --', start)) isHunk = false;
    else if (first === '@' && patch.startsWith('@@', start)) {
      isHunk = true;
      line = Number(/^@@+ [^+]*\+(\d+)/u.exec(patch.slice(start, end))?.[1] ?? 0) - 1;
    } else if (!isHunk) path = /^\+\+\+ "?b\/([^]*?)"?\t?$/u.exec(patch.slice(start, end))?.[1] ?? path;
    else if (first === '+' || first === ' ') {
      line += 1;
      const isAdded = first === '+' && secret !== undefined && secret.start < end;
      if (isAdded && secrets.length < maxSecrets) secrets.push({ path, line, rule: secret.rule });
    }
  }
  return { secrets, position: { path, line, isHunk } };
}
