import type { NumberedRunEvent, BroadcastRunEvent } from '@shipmate/domain/run';
import { toPart, type ContentRow } from './content-row.ts';
import { LogReader, type TakeEvent } from './log-reader.ts';

/** A reader's position in a log. */
interface ReadSoFar {
  /** The sequence number of the last event that the reader has; 0 for none. */
  readonly after: number;
  /** The number of deltas that it has of the next event. */
  readonly deltas: number;
}

/** A reader that receives content before it is stored, each delta once. */
export class LiveReader extends LogReader {
  readonly #send: TakeEvent<BroadcastRunEvent>;
  #deltas: number;

  constructor({ after, deltas }: ReadSoFar, signal: AbortSignal, send: TakeEvent<BroadcastRunEvent>) {
    super(after, signal, send);
    this.#send = send;
    this.#deltas = deltas;
  }

  override take(stored: NumberedRunEvent): Promise<void> | undefined {
    const { sequence, event } = stored;
    const deltas = this.#deltas;
    this.#deltas = 0;
    if (deltas === 0 || event.type !== 'content') return super.take(stored);
    this.moveTo(stored);
    return deltas < event.deltas.length ? this.#send(toPart(sequence, event, deltas)) : undefined;
  }

  override takeOpen(row: ContentRow): Promise<void> | undefined {
    const part = row.sequence === this.position + 1 ? row.from(this.#deltas) : undefined;
    if (!part) return undefined;
    this.#deltas = row.length;
    return this.#send(part);
  }
}
