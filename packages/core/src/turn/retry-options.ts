/** How a model that fails is tried again, before the next one is asked. */
export interface RetryOptions {
  /** Further attempts at each model in one turn. Default 2. */
  readonly retries?: number;
  /** The first wait, doubled for each further one. Default 500. A model that says how long to wait is obeyed. */
  readonly baseDelayMs?: number;
  /** A model that wants a longer wait is not waited for. Default 30 000. */
  readonly maxDelayMs?: number;
  /** Waits. **Contract.** It resolves after `ms`, or rejects soon after the signal fired. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}
