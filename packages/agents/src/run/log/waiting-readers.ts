import type { NumberedRunEvent } from '@shipmate/domain/run';
import type { ContentRow } from './content-row.ts';
import type { LogReader } from './log-reader.ts';

interface Seat {
  readonly reader: LogReader;
  /** Releases the reader once it has taken the events that it was passed. */
  finish(taking?: Promise<void>): void;
  fail(thrown: unknown): void;
}

/**
 * Readers of one log that have read everything. New events are passed to them directly, without allocations per reader.
 */
export class WaitingReaders {
  readonly #seats = new Set<Seat>();

  /** The distinct positions of the readers. */
  get positions(): ReadonlySet<number> {
    return new Set([...this.#seats].map(({ reader }) => reader.position));
  }

  /** Waits until the reader is done or has to refresh. @throws the reader's error. */
  wait(reader: LogReader): Promise<void> {
    const { signal } = reader;
    return new Promise((resolve, reject) => {
      const release = (): void => {
        this.#seats.delete(seat);
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = (): void => seat.finish();
      const seat: Seat = {
        reader,
        finish(taking) {
          release();
          resolve(taking);
        },
        fail(thrown) {
          release();
          reject(thrown);
        },
      };
      if (reader.isDone) return resolve();
      signal.addEventListener('abort', onAbort);
      this.#seats.add(seat);
    });
  }

  /** Passes events to the readers at a position. A reader that cannot take all of them has to refresh. */
  hand(position: number, events: readonly NumberedRunEvent[]): void {
    const give = (reader: LogReader): Promise<void> | undefined => takeAll(reader, events);
    for (const seat of this.#seats) if (seat.reader.position === position) giveTo(seat, give);
  }

  /** Passes the missing parts of rows that are not stored yet to the readers at their position. */
  show(rows: readonly ContentRow[]): void {
    const give = (reader: LogReader): Promise<void> | undefined => reader.takeOpen(rows);
    for (const seat of this.#seats) giveTo(seat, give);
  }

  /** Fails the readers at a position. */
  fail(position: number, thrown: unknown): void {
    for (const seat of this.#seats) if (seat.reader.position === position) seat.fail(thrown);
  }

  /** Makes all readers refresh. */
  releaseAll(): void {
    for (const seat of this.#seats) seat.finish();
  }
}

function giveTo(seat: Seat, give: (reader: LogReader) => Promise<void> | undefined): void {
  try {
    const taking = give(seat.reader);
    if (taking !== undefined || seat.reader.isDone) seat.finish(taking);
  } catch (thrown) {
    seat.fail(thrown);
  }
}

function takeAll(reader: LogReader, events: readonly NumberedRunEvent[]): Promise<void> | undefined {
  for (const event of events) {
    const taking = reader.take(event);
    if (taking !== undefined || reader.isDone) return taking;
  }
  return undefined;
}
