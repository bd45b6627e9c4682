import { similarity, toLetterPairs } from './similarity.ts';

/** Number of names that are returned. */
const maxNames = 3;

/** Number of characters of a misspelt name that are compared. */
const maxLength = 200;

/** Share of common letter pairs from which two names count as near. */
const near = 0.4;

/** Returns up to three of the names that a misspelt name may mean, nearest first. Linear in the lengths of the names. */
export function nearestNames(name: string, names: readonly string[]): readonly string[] {
  const wanted = toLetterPairs(name.slice(0, maxLength));
  return names
    .map((candidate) => ({ candidate, nearness: similarity(wanted, toLetterPairs(candidate)) }))
    .filter(({ nearness }) => nearness >= near)
    .toSorted((one, other) => other.nearness - one.nearness)
    .slice(0, maxNames)
    .map(({ candidate }) => candidate);
}
