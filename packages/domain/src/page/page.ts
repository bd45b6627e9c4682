/** A part of a long list. */
export interface PageRequest {
  /** Maximum number of items. */
  readonly limit: number;
  /** {@link Page.next} of the previous page; the first page when absent. */
  readonly before?: string | undefined;
}

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null on the last page. */
  readonly next: string | null;
}
