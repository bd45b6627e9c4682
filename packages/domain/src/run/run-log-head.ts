/** The position at the end of a run's log. */
export interface RunLogHead {
  /** Sequence number of the newest event ever stored. */
  readonly lastSequence: number;
  /** True if no event can follow. */
  readonly isComplete: boolean;
  /** True if its events were deleted, which happens some time after the end. */
  readonly isDeleted: boolean;
}
