import type { StoredRunEvent } from '@shipmate/domain';
import type { ContentRow } from './content-row.ts';

/**
 * Is handed the events of a log, one after the other.
 *
 * **Contract.** When it returns a promise, the next event waits for it. What it throws ends the reading.
 */
export type TakeEvent<Taken = StoredRunEvent> = (event: Taken) => Promise<void> | undefined;

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
    this.moveTo(event);
    return this.#take(event);
  }

  /** Hands it what is not stored yet, if it wants that; returns what {@link take} does. */
  takeOpen(_row: ContentRow): Promise<void> | undefined {
    return undefined;
  }

  protected moveTo({ sequence, event }: StoredRunEvent): void {
    this.#position = sequence;
    this.#hasEnd = event.type === 'run_ended';
  }
}
