/** The indentation of a passage as given, and of the same lines in the file. */
export interface IndentationEvidence {
  /** The passage as given. */
  readonly given: readonly string[];
  /** The same lines in the file. */
  readonly actual: readonly string[];
  /** One step of indentation in the file. */
  readonly fileUnit: string;
}
