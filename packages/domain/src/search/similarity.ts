/** The pairs of neighbouring letters of a text, with the number of times that each occurs. */
type LetterPairs = ReadonlyMap<string, number>;

/** Returns the letter pairs of a text, without regard to case. */
export function toLetterPairs(text: string): LetterPairs {
  const letters = ` ${text.toLowerCase()} `;
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < letters.length; at += 1) {
    const pair = letters.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Returns the Dice coefficient of two texts' letter pairs: 1 for the same pairs, 0 for none in common. */
export function similarity(one: LetterPairs, other: LetterPairs): number {
  let common = 0;
  for (const [pair, count] of one) common += Math.min(count, other.get(pair) ?? 0);
  const total = sizeOf(one) + sizeOf(other);
  return total === 0 ? 0 : (2 * common) / total;
}

function sizeOf(pairs: LetterPairs): number {
  let size = 0;
  for (const count of pairs.values()) size += count;
  return size;
}
