/** What a model costs, in US dollars per million tokens. */
export interface Rates {
  readonly input: number;
  /** Input that was read from a prompt cache. */
  readonly cachedInput: number;
  /** Input that was written to a prompt cache; for the shortest lifetime where there are several. */
  readonly cacheWrite: number;
  /** Reasoning included. */
  readonly output: number;
}

/** The price of a model. */
export interface Price extends Rates {
  /** The first day, in UTC, on which it does not hold any more. */
  readonly until?: string;
  /** A request of more input tokens than these is charged at other rates, each of its tokens. */
  readonly long?: Rates & { readonly above: number };
}
