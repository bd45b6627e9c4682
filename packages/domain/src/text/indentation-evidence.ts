/** What is known of how a passage was indented, and how it should have been. */
export interface IndentationEvidence {
  /** The passage as it was given. */
  readonly given: readonly string[];
  /** The same lines as the file has them. */
  readonly actual: readonly string[];
  /** One step of indentation in the file. */
  readonly fileUnit: string;
}
