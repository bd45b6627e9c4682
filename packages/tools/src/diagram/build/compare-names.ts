/** Orders by code units, so that every machine has the same order. */
export function compareNames(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Orders values by their paths. */
export function comparePaths(one: { readonly path: string }, other: { readonly path: string }): number {
  return compareNames(one.path, other.path);
}
