import { createHash } from 'node:crypto';
import { toolNamePattern } from '@shipmate/core';

const longestName = 64;
const hashLength = 8;

/**
 * Returns a name that every provider accepts: the given one if valid, else one derived from it and its hash, so that
 * different names stay different.
 */
export function toSafeToolName(name: string): string {
  if (toolNamePattern.test(name)) return name;
  const readable = name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, longestName - hashLength - 1);
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength);
  return `${readable}_${hash}`;
}
