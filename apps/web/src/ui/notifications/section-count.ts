/** A count beside the label of a section. */
export interface SectionCount {
  readonly count: number;
  /** True if there are more than were loaded. */
  readonly hasMore?: boolean;
  /** The word after the count, for screen readers. */
  readonly word: string;
  /** True for counts of items that the person has not seen or must decide. */
  readonly needsAttention: boolean;
}
