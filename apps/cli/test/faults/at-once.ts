/** Does work for each item, so many at a time, each item taken when its turn comes. */
export async function atOnce<Item>(
  limit: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  async function takeTurns(): Promise<void> {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value);
  }
  await Promise.all(Array.from({ length: limit }, takeTurns));
}
