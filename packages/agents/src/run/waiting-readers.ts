import type { StoredRunEvent } from '@shipmate/domain';
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
    for (const seat of this.#seats) if (seat.reader.position === position) handTo(seat, events);
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

function handTo(seat: Seat, events: readonly StoredRunEvent[]): void {
  try {
    for (const event of events) {
      const taking = seat.reader.take(event);
      if (taking !== undefined || seat.reader.isDone) return seat.leave(taking);
    }
  } catch (thrown) {
    seat.fail(thrown);
  }
}
