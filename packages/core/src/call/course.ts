import type { ToolCallRecord } from '../loop/agentic-result.ts';
import type { Closing } from '../loop/stop-reason.ts';

/** How patient a run is with calls that lead nowhere. */
export interface Patience {
  readonly maxRepeats: number;
  readonly maxFailures: number;
}

/** Watches whether the calls of a run lead anywhere: identical calls with identical results, and failures in a row. */
export class Course {
  readonly #patience: Patience;
  readonly #made = new Map<string, { text: string; times: number; turn: number; refusedIn?: number }>();
  #failures = 0;
  #isTold = false;
  #closing: Closing | undefined;

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  /** Why the next turn must be the last, once it must. */
  get closing(): Closing | undefined {
    return this.#closing;
  }

  /** Why a call is not to be made again; the second time in a row that it has to be said, the run closes. */
  refuse(key: string, turn: number): string | undefined {
    const made = this.#made.get(key);
    if (made === undefined || made.times < this.#patience.maxRepeats) return undefined;
    if (made.refusedIn !== undefined && made.refusedIn < turn) this.#closing ??= { stopReason: 'repeated_call' };
    made.refusedIn ??= turn;
    return (
      `this very call was made ${made.times} times and came to the same each time. ` +
      'Use what you have, call with another input, or answer.'
    );
  }

  /** Notes what a call came to. Identical calls of one turn count once. */
  note(key: string, text: string, turn: number): void {
    const made = this.#made.get(key);
    if (made === undefined || made.text !== text) this.#made.set(key, { text, times: 1, turn });
    else if (made.turn < turn) Object.assign(made, { times: made.times + 1, turn });
  }

  /** Notes a turn's calls, in order, and says what the model is to be told of them, if anything. */
  review(records: readonly ToolCallRecord[]): string | undefined {
    const { maxFailures } = this.#patience;
    for (const { isError } of records) {
      this.#failures = isError ? this.#failures + 1 : 0;
      if (!isError) this.#isTold = false;
    }
    if (this.#failures < maxFailures) return undefined;
    if (!this.#isTold) {
      this.#isTold = true;
      return `The last ${this.#failures} tool calls failed. Do not go on like this: try another way, or answer with what you know.`;
    }
    if (this.#failures >= 2 * maxFailures) this.#closing ??= { stopReason: 'budget', limit: 'failures' };
    return undefined;
  }
}
