/** What a model can take and give, in tokens. What is not known is left out. */
export interface ModelLimits {
  /** What it can read. */
  readonly contextTokens?: number;
  /** The most it can say in one answer, reasoning included. */
  readonly maxOutputTokens?: number;
}
