import { toText, type UncheckedSearch } from '../../router/search-value.ts';

/** The compared commits in the address of the page. */
export interface ComparisonSearch {
  readonly base?: string | undefined;
  readonly head?: string | undefined;
}

/** Parses the search parameters of a comparison. */
export function parseComparisonSearch(search: UncheckedSearch): ComparisonSearch {
  return { base: toText(search['base']), head: toText(search['head']) };
}
