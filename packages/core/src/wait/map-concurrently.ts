/** Maps items with at most `limit` of them in progress at once. The results are in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  if (items.length === 1) return [await map(items[0] as Item)];
  const results: Result[] = [];
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}

/** Options for {@link mapInBatches}. */
interface BatchOptions<Item, Result> {
  /** Items in progress at once, at most. */
  readonly limit: number;
  /** True for an item that runs alone. */
  readonly isExclusive: (item: Item) => boolean;
  readonly map: (item: Item) => Promise<Result>;
}

/** Maps items concurrently, but exclusive items alone. The results are in the order of the items. */
export function mapInBatches<Item, Result>(
  items: readonly Item[],
  { limit, isExclusive, map }: BatchOptions<Item, Result>,
): Promise<Result[]> {
  if (!items.some(isExclusive)) return mapConcurrently(items, limit, map);
  return mapSequentially(toBatches(items, isExclusive), (batch) => mapConcurrently(batch, limit, map));
}

async function mapSequentially<Batch, Result>(
  batches: readonly Batch[],
  map: (batch: Batch) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const batch of batches) results.push(...(await map(batch)));
  return results;
}

/** Splits items into runs of neighbours that may be in progress together; an exclusive item is a batch of its own. */
function toBatches<Item>(items: readonly Item[], isExclusive: (item: Item) => boolean): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  let isOpen = false;
  for (const item of items) {
    const exclusive = isExclusive(item);
    if (isOpen && !exclusive) batches.at(-1)?.push(item);
    else batches.push([item]);
    isOpen = !exclusive;
  }
  return batches;
}
