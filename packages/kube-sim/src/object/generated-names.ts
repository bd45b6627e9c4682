import { randomInt } from 'node:crypto';

/** Kubernetes' alphabet: no vowels or similar characters. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** Generates names and identifiers. */
export interface NameGenerator {
  /** The suffix of a generated name. */
  suffix(length: number): string;
  uid(): string;
}

/** Creates a generator: random, or, for repeatable runs, with the same sequence every time. */
export function createNameGenerator({ isRepeatable }: { readonly isRepeatable: boolean }): NameGenerator {
  let state = 1;
  const below = (limit: number) => {
    if (!isRepeatable) return randomInt(limit);
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  return {
    suffix: (length) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
    uid: () => [hex(8), hex(4), `4${hex(3)}`, `a${hex(3)}`, hex(12)].join('-'),
  };
}

/** A short hash of a value, equal for equal values. */
export function hashSuffix(value: unknown): string {
  let hash = 2166136261;
  for (const char of JSON.stringify(value)) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0;
  return String(hash)
    .split('')
    .map((digit) => alphabet[(Number(digit) * 7 + 3) % alphabet.length])
    .join('');
}
