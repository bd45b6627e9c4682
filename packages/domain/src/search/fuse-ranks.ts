/** The damping with which the rankings of several phrasings of one need are merged. */
export const phrasingDamping = 10;

/**
 * Merges several rankings by reciprocal rank fusion, best first. A lower `damping` gives the first ranks of each ranking
 * more weight; the usual constant is 60.
 */
export function fuseRanks<Item>(
  rankings: readonly (readonly Item[])[],
  idOf: (item: Item) => string,
  damping = 60,
): readonly Item[] {
  const sums = new Map<string, { readonly item: Item; sum: number }>();
  for (const ranking of rankings) {
    for (const [place, item] of ranking.entries()) {
      const entry = sums.get(idOf(item)) ?? { item, sum: 0 };
      entry.sum += 1 / (damping + place + 1);
      sums.set(idOf(item), entry);
    }
  }
  return [...sums.values()].toSorted((one, other) => other.sum - one.sum).map(({ item }) => item);
}
