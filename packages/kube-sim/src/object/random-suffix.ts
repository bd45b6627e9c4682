import { randomInt } from 'node:crypto';

/** Without vowels and look-alikes, as Kubernetes makes them. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** The end of a generated name. */
export function randomSuffix(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** A short name for a value, the same for equal values. */
export function hashSuffix(value: unknown): string {
  let hash = 2166136261;
  for (const char of JSON.stringify(value)) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0;
  return String(hash)
    .split('')
    .map((digit) => alphabet[(Number(digit) * 7 + 3) % alphabet.length])
    .join('');
}
