import type { StoredRunEvent } from '@shipmate/domain';
import type { ContentRow } from './content-row.ts';
import type { LogReader } from './log-reader.ts';

interface Seat {
  readonly reader: LogReader;
  /** Lets the reader go once it has taken what it was handed. */
  leave(taking?: Promise<void>): void;
  fail(thrown: unknown): void;
}

/** Readers of one log who have all that there was. What comes they are handed at once: nothing is made for each of them. */
export class WaitingReaders {
  readonly #seats = new Set<Seat>();

  /** Where they are, each place once. */
  get positions(): ReadonlySet<number> {
    return new Set([...this.#seats].map(({ reader }) => reader.position));
  }

  /** Waits until the reader is done, or has to look for itself again. @throws what it throws. */
  wait(reader: LogReader): Promise<void> {
    const { signal } = reader;
    return new Promise((resolve, reject) => {
      const release = (): void => {
        this.#seats.delete(seat);
        signal.removeEventListener('abort', leave);
      };
      const leave = (): void => seat.leave();
      const seat: Seat = {
        reader,
        leave(taking) {
          release();
          resolve(taking);
        },
        fail(thrown) {
          release();
          reject(thrown);
        },
      };
      if (reader.isDone) return resolve();
      signal.addEventListener('abort', leave);
      this.#seats.add(seat);
    });
  }

  /** Hands those who are at a position what follows it. One that cannot take it all has to look for itself again. */
  hand(position: number, events: readonly StoredRunEvent[]): void {
    const give = (reader: LogReader): Promise<void> | undefined => takeAll(reader, events);
    for (const seat of this.#seats) if (seat.reader.position === position) giveTo(seat, give);
  }

  /** Hands those whose next event it is what they lack of a row that is not stored yet. */
  show(row: ContentRow): void {
    const give = (reader: LogReader): Promise<void> | undefined => reader.takeOpen(row);
    for (const seat of this.#seats) giveTo(seat, give);
  }

  /** Fails those who are at a position. */
  fail(position: number, thrown: unknown): void {
    for (const seat of this.#seats) if (seat.reader.position === position) seat.fail(thrown);
  }

  /** Has all look for themselves again. */
  releaseAll(): void {
    for (const seat of this.#seats) seat.leave();
  }
}

function giveTo(seat: Seat, give: (reader: LogReader) => Promise<void> | undefined): void {
  try {
    const taking = give(seat.reader);
    if (taking !== undefined || seat.reader.isDone) seat.leave(taking);
  } catch (thrown) {
    seat.fail(thrown);
  }
}

function takeAll(reader: LogReader, events: readonly StoredRunEvent[]): Promise<void> | undefined {
  for (const event of events) {
    const taking = reader.take(event);
    if (taking !== undefined || reader.isDone) return taking;
  }
  return undefined;
}
