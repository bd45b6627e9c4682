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
