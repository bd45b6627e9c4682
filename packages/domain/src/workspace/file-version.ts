import type { WorkspaceFile } from './workspace-file.ts';

/**
 * Returns a short version of a file: a digest of its path, its content and its pending change.
 *
 * It is derived, not counted, so no writer can forget to change it. An editor sends the version that it saw;
 * two equal files have the same version, in any revision.
 */
export function versionOf({ path, content, pending }: WorkspaceFile): string {
  if (pending === null) return versionOfAccepted(path, digestOf(content));
  const pendingContent = 'content' in pending ? pending.content : undefined;
  const pendingPath = pending.op === 'rename' ? pending.path : undefined;
  const pendingDigest = pendingContent === undefined ? undefined : digestOf(pendingContent);
  return fingerprint([path, digestOf(content), pending.op, pendingDigest, pendingPath]);
}

/** Returns {@link versionOf} of a file without a pending change, from the digest of its content. */
export function versionOfAccepted(path: string, contentDigest: string): string {
  return fingerprint([path, contentDigest]);
}

/** Returns a digest of a text, which stores keep beside it so that versions need no content. */
export function digestOf(content: string): string {
  return fingerprint([content]);
}

/** Returns a digest of the versions of files by path; equal versions have the same digest, whatever their order. */
export function digestOfVersions(versions: Iterable<readonly [path: string, version: string]>): string {
  return fingerprint([...versions].toSorted(([left], [right]) => (left < right ? -1 : 1)).flat());
}

/** Returns 64 bits that tell texts apart; not collision-resistant against an attacker. */
export function fingerprint(parts: readonly (string | undefined)[]): string {
  const text = JSON.stringify(parts);
  let left = 0x811c9dc5;
  let right = 0x9e3779b9;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    left = Math.imul(left ^ unit, 0x01000193);
    right = Math.imul(right ^ unit, 0x85ebca6b);
    right ^= right >>> 13;
  }
  return toHex(left) + toHex(right);
}

/** Formats halves of a word, which V8 does several times as fast as a whole one of more than 31 bits. */
function toHex(word: number): string {
  return toHexHalf(word >>> 16) + toHexHalf(word & 0xffff);
}

function toHexHalf(half: number): string {
  return half.toString(16).padStart(4, '0');
}
