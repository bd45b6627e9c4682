import type { Message } from '../message/message.ts';
import type { Closing, ToolCallRecord } from './agentic-result.ts';
import { Ledger } from './ledger.ts';
import { LoopHistory } from './loop-history.ts';
import type { LoopSettings } from './loop-settings.ts';
import { Toolbox } from './toolbox.ts';

/** State of one run of the loop: everything that changes while it runs. */
export interface LoopState {
  /** The messages. */
  readonly history: LoopHistory;
  /** Steps, calls, usage, cost, and the distance to the limits. */
  readonly ledger: Ledger;
  /** Repeated and failing calls. */
  readonly stalls: StallDetector;
  /** The tools, and the results that the model can read on in. */
  readonly toolbox: Toolbox;
}

/** Makes the state of a run that begins with a history. @throws AppError `VALIDATION_ERROR` for too many tools. */
export function createLoopState(settings: LoopSettings, messages: readonly Message[]): LoopState {
  const { tools, maxResultChars: pageChars, context, pending } = settings;
  return {
    history: new LoopHistory(messages, pending?.message),
    ledger: new Ledger(settings),
    stalls: new StallDetector(settings),
    toolbox: new Toolbox(tools, { pageChars, logger: context.logger }),
  };
}

/** Limits for {@link StallDetector}. */
interface StallLimits {
  readonly maxRepeats: number;
  readonly maxFailures: number;
}

/** Detects calls that make no progress: identical calls with identical results, and failures in a row. */
class StallDetector {
  readonly #limits: StallLimits;
  readonly #made = new Map<string, { text: string; times: number; turn: number; refusedIn?: number }>();
  #failures = 0;
  #isWarned = false;
  #closing: Closing | undefined;

  constructor(limits: StallLimits) {
    this.#limits = limits;
  }

  /** Why the next turn must be the last; `undefined` while the run makes progress. */
  get closing(): Closing | undefined {
    return this.#closing;
  }

  /** The reason to refuse a repeated call, if any. A refusal in a later turn again closes the run. */
  refuse(key: string, turn: number): string | undefined {
    const made = this.#made.get(key);
    if (made === undefined || made.times < this.#limits.maxRepeats) return undefined;
    if (made.refusedIn !== undefined && made.refusedIn < turn) this.#closing ??= { stopReason: 'repeated_call' };
    made.refusedIn ??= turn;
    return (
      `this very call was made ${made.times} times and came to the same each time. ` +
      'Use what you have, call with another input, or answer.'
    );
  }

  /** Records the result of a call. Identical calls of one turn count once. */
  addResult(key: string, text: string, turn: number): void {
    const made = this.#made.get(key);
    if (made === undefined || made.text !== text) this.#made.set(key, { text, times: 1, turn });
    else if (made.turn < turn) Object.assign(made, { times: made.times + 1, turn });
  }

  /** Counts a turn's failures, in order. Returns a warning for the model the first time that too many fail in a row. */
  review(records: readonly ToolCallRecord[]): string | undefined {
    const { maxFailures } = this.#limits;
    for (const { isError } of records) {
      this.#failures = isError ? this.#failures + 1 : 0;
      if (!isError) this.#isWarned = false;
    }
    if (this.#failures < maxFailures) return undefined;
    if (!this.#isWarned) {
      this.#isWarned = true;
      return `The last ${this.#failures} tool calls failed. Try another way, or answer with what you know.`;
    }
    if (this.#failures >= 2 * maxFailures) this.#closing ??= { stopReason: 'budget', limit: 'failures' };
    return undefined;
  }
}
