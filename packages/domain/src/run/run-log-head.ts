/** How far a run's log is. */
export interface RunLogHead {
  /** The sequence of the newest event that was ever stored. */
  readonly lastSequence: number;
  /** Whether nothing more can follow. */
  readonly isComplete: boolean;
  /** Whether its events were deleted, as they are some time after the end. */
  readonly isDeleted: boolean;
}
