/** Options of a list that the server returns in pages. */
export const inPages = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: { readonly next: string | null }) => next,
} as const;

/** Options of a list that the server returns from an offset, with the number of all items. */
export function inOffsetPages<Page extends { readonly total: number }>(countOf: (page: Page) => number) {
  return {
    initialPageParam: 0,
    getNextPageParam: (last: Page, pages: readonly Page[]): number | undefined => {
      const shown = pages.reduce((sum, page) => sum + countOf(page), 0);
      return countOf(last) > 0 && shown < last.total ? shown : undefined;
    },
  };
}

/** Returns the query of a page: its place, and other parameters. */
export function toPageSearch(
  before: string | null,
  parameters: Readonly<Record<string, string>> = {},
): URLSearchParams {
  return new URLSearchParams({ ...parameters, ...(before !== null && { before }) });
}
