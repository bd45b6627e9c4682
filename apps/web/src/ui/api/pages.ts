/** Options of a list that the server returns in pages. */
export const inPages = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: { readonly next: string | null }) => next,
} as const;

/** Returns the query of a page: its place, and other parameters. */
export function toPageSearch(
  before: string | null,
  parameters: Readonly<Record<string, string>> = {},
): URLSearchParams {
  return new URLSearchParams({ ...parameters, ...(before !== null && { before }) });
}
