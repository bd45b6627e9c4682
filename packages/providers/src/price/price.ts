/** The prices of a model, in US dollars per million tokens. */
export interface Rates {
  readonly input: number;
  /** Input that was read from a prompt cache. */
  readonly cachedInput: number;
  /** Input that was written to a prompt cache; for the shortest lifetime if there are several. */
  readonly cacheWrite: number;
  /** Reasoning included. */
  readonly output: number;
}

/** The price of a model. */
export interface Price extends Rates {
  /** The first day, in UTC, on which it is no longer valid. */
  readonly until?: string;
  /** The rates for all tokens of a request with more input tokens than `above`. */
  readonly long?: Rates & { readonly above: number };
}
