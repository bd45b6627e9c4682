/** Reduces the weight of lower ranks; the usual constant of reciprocal rank fusion. */
const damping = 60;

/** Merges several rankings by reciprocal rank fusion, best first. */
export function fuseRanks<Item>(rankings: readonly (readonly Item[])[], idOf: (item: Item) => string): readonly Item[] {
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
