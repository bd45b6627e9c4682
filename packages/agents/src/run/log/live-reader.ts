import type { BroadcastRunEvent, NumberedRunEvent } from '@shipmate/domain/run';
import { toPart, type ContentRow } from './content-row.ts';
import { LogReader, type TakeEvent } from './log-reader.ts';

/** The part of an event's content that a reader has. */
export interface SeenContent {
  readonly sequence: number;
  /** The number of deltas. */
  readonly deltas: number;
}

/** The start of a reader that may have content of events after its position. */
export interface LiveStart {
  /** The sequence number of the last event that the reader has; 0 for none. */
  readonly after: number;
  /** The last content that it has of a later event; it has all content before that. */
  readonly seen: SeenContent | undefined;
}

const nothing: SeenContent = { sequence: 0, deltas: 0 };

/** A reader that receives content before it is stored, each delta once. */
export class LiveReader extends LogReader {
  readonly #send: TakeEvent<BroadcastRunEvent>;
  #seen: SeenContent;

  constructor({ after, seen = nothing }: LiveStart, signal: AbortSignal, send: TakeEvent<BroadcastRunEvent>) {
    super(after, signal, send);
    this.#send = send;
    this.#seen = seen;
  }

  override take(stored: NumberedRunEvent): Promise<void> | undefined {
    const { sequence, event } = stored;
    const seen = this.#seen;
    if (event.type !== 'content' || sequence > seen.sequence) {
      this.#seen = nothing;
      return super.take(stored);
    }
    this.moveTo(stored);
    const isCut = sequence === seen.sequence && seen.deltas < event.deltas.length;
    return isCut ? this.#send(toPart(sequence, event, seen.deltas)) : undefined;
  }

  override takeOpen(rows: readonly ContentRow[]): Promise<void> | undefined {
    if (rows[0]?.sequence !== this.position + 1) return undefined;
    for (const row of rows) {
      const { sequence } = this.#seen;
      const part = row.sequence < sequence ? undefined : row.from(row.sequence === sequence ? this.#seen.deltas : 0);
      if (!part) continue;
      this.#seen = { sequence: row.sequence, deltas: row.length };
      const taking = this.#send(part);
      if (taking !== undefined) return taking;
    }
    return undefined;
  }
}
