import { createHash, randomBytes } from 'node:crypto';

/** Prefix of the secrets of extension tokens, by which people and scanners recognise them. */
export const extensionTokenPrefix = 'shp_';

/** Creates an unguessable secret: 32 random bytes behind a prefix. It is shown once; only its hash is stored. */
export function createSecret(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a secret, in hex. Secrets are long and random, so a slow hash is unnecessary. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
