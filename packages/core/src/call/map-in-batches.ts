import { mapConcurrently } from './map-concurrently.ts';

/** How items are mapped. */
export interface BatchOptions<Item, Result> {
  /** How many may be under way at once. */
  readonly limit: number;
  /** Whether no other item may be under way beside it. */
  readonly isExclusive: (item: Item) => boolean;
  readonly map: (item: Item) => Promise<Result>;
}

/** Maps items, several at once, one that is exclusive by itself; the results are in the order of the items. */
export function mapInBatches<Item, Result>(
  items: readonly Item[],
  { limit, isExclusive, map }: BatchOptions<Item, Result>,
): Promise<Result[]> {
  if (!items.some(isExclusive)) return mapConcurrently(items, limit, map);
  return mapOneAfterTheOther(toBatches(items, isExclusive), (batch) => mapConcurrently(batch, limit, map));
}

async function mapOneAfterTheOther<Batch, Result>(
  batches: readonly Batch[],
  map: (batch: Batch) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const batch of batches) results.push(...(await map(batch)));
  return results;
}

/** Groups that may run at once, one after the other: neighbours together, and what is exclusive by itself. */
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
