import type { NumberedRunEvent } from '@shipmate/domain/run';
import type { ContentRow } from './content-row.ts';

/**
 * Receives the events of a log in order.
 *
 * **Contract.** When it returns a promise, the next event waits for it. An error that it throws ends the reading.
 */
export type TakeEvent<Taken = NumberedRunEvent> = (event: Taken) => Promise<void> | undefined;

/** A reader of a log and its position. */
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

  /** The sequence number of the last event that it received. */
  get position(): number {
    return this.#position;
  }

  /** True when it takes no more events. */
  get isDone(): boolean {
    return this.#hasEnd || this.signal.aborted;
  }

  /** Passes the next event; returns a promise to await before the one after, if any. */
  take(event: NumberedRunEvent): Promise<void> | undefined {
    this.moveTo(event);
    return this.#take(event);
  }

  /** Passes rows of content that are not stored yet; readers of stored events ignore them. Returns as {@link take} does. */
  takeOpen(_rows: readonly ContentRow[]): Promise<void> | undefined {
    return undefined;
  }

  protected moveTo({ sequence, event }: NumberedRunEvent): void {
    this.#position = sequence;
    this.#hasEnd = event.type === 'run_ended';
  }
}
