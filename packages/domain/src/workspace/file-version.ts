import type { WorkspaceFile } from './workspace-file.ts';

/**
 * Says in a few characters what a file is: its path, its content and its pending change.
 *
 * It is computed, not counted, so nobody who writes a file can forget to change it. Whoever edits names the version they
 * saw; two files that are the same have the same version, in whatever revision.
 */
export function versionOf({ path, content, pending }: WorkspaceFile): string {
  const pendingContent = pending && 'content' in pending ? pending.content : undefined;
  const pendingPath = pending?.op === 'rename' ? pending.path : undefined;
  return fingerprint([path, content, pending?.op, pendingContent, pendingPath]);
}

/** 64 bits that tell texts apart; no protection against somebody who looks for two that collide. */
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

function toHex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
