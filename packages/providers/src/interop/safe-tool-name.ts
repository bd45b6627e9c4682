import { createHash } from 'node:crypto';
import { toolNamePattern } from '@shipmate/core';

const longestName = 64;
const hashLength = 8;

/**
 * A name that every provider accepts: the given one if it is such, else one made of it and of a hash of it, so that names which
 * differ stay different.
 */
export function toSafeToolName(name: string): string {
  if (toolNamePattern.test(name)) return name;
  const readable = name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, longestName - hashLength - 1);
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength);
  return `${readable}_${hash}`;
}
