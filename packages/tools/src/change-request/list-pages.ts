import type { z } from 'zod';
import type { SendCall } from './host-apis.ts';

/** The items of a page, and the most pages of a list. */
const [pageSize, maxPages] = [100, 10];

/** Reads the pages of a list of GitHub or GitLab, oldest first, until one is not full: at most 1,000 items. */
export async function listPages<Item>(send: SendCall, path: string, schema: z.ZodType<Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const next = page === 1 ? '' : `&page=${page}`;
    const listed = await send({ path: `${path}?per_page=${pageSize}${next}` }, schema);
    items.push(...listed);
    if (listed.length < pageSize) break;
  }
  return items;
}
