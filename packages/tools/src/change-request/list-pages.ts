import type { z } from 'zod';
import type { SendCall } from './host-apis.ts';

/** A list of a host. */
interface HostList {
  /** With the parameter for the size of a page. */
  readonly path: string;
  readonly pageSize: number;
}

/** The most items of a list that are read. */
const maxItems = 1_000;

/** Reads the pages of a list, oldest first, until one is not full: at most 1,000 items. */
export async function listPages<Item>(
  send: SendCall,
  { path, pageSize }: HostList,
  schema: z.ZodType<Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; page <= maxItems / pageSize; page += 1) {
    const listed = await send({ path: page === 1 ? path : `${path}&page=${page}` }, schema);
    items.push(...listed);
    if (listed.length < pageSize) break;
  }
  return items;
}
