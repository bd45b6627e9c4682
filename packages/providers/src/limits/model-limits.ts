/** The limits of a model, in tokens. Unknown ones are absent. */
export interface ModelLimits {
  /** The largest input. */
  readonly contextTokens?: number;
  /** The largest output of one answer, reasoning included. */
  readonly maxOutputTokens?: number;
}
