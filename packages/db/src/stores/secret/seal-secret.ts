import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '@shipmate/core';

const algorithm = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

/** A secret to seal or to open: it can be opened only with the same key and context. */
interface SealedFor {
  /** 32 bytes in base64url. */
  readonly key: string;
  readonly context: string;
}

/** Encrypts a text; returns base64url. */
export function sealSecret(text: string, { key, context }: SealedFor): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, Buffer.from(key, 'base64url'), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a text that {@link sealSecret} returned. @throws AppError `INTERNAL_ERROR` when key or context differ */
export function openSecret(sealed: string, { key, context }: SealedFor): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(algorithm, Buffer.from(key, 'base64url'), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new AppError({ code: 'INTERNAL_ERROR', message: 'A stored secret cannot be opened.', cause });
  }
}
