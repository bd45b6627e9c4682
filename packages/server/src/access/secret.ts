import { createHash, randomBytes } from 'node:crypto';

/** How the secret of an extension token begins, so that people and scanners know it when they see it. */
export const extensionTokenPrefix = 'shp_';

/** Makes a secret that cannot be guessed: 32 random bytes behind a prefix. It is shown once; only its hash is stored. */
export function createSecret(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** The SHA-256 of a secret, in hex. Secrets are long and random, so nothing slower is needed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
