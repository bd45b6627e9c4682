import type { StoredRunEvent } from '@shipmate/domain';

/**
 * Is handed the events of a log, one after the other.
 *
 * **Contract.** When it returns a promise, the next event waits for it. What it throws ends the reading.
 */
export type TakeEvent = (event: StoredRunEvent) => Promise<void> | undefined;

/** Somebody who reads a log, and how far. */
export class LogReader {
  readonly signal: AbortSignal;
  readonly #take: TakeEvent;
  #position: number;
  #hasEnd = false;

  constructor(after: number, signal: AbortSignal, take: TakeEvent) {
    this.#position = after;
    this.signal = signal;
    this.#take = take;
  }

  /** The sequence of the last event that it was handed. */
  get position(): number {
    return this.#position;
  }

  /** Whether it wants nothing more. */
  get isDone(): boolean {
    return this.#hasEnd || this.signal.aborted;
  }

  /** Hands it the next event, and returns what is to be waited for before the one after. */
  take(event: StoredRunEvent): Promise<void> | undefined {
    this.#position = event.sequence;
    this.#hasEnd = event.event.type === 'run_ended';
    return this.#take(event);
  }
}
