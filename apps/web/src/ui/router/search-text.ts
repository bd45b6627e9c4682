/**
 * Parses the query of an address to a record of texts, the form in which routes receive their search parameters; of a repeated
 * name the last value counts.
 */
export function parseSearchText(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Returns the query of search parameters, with its question mark; omits undefined values. */
export function toSearchText(search: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(search).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}
