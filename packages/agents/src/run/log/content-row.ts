import type { RunEvent, ToldRunEvent } from '@shipmate/domain';

/** What an agent says, as the row of its run's log that comes after all that are stored. It is read in parts. */
export class ContentRow {
  readonly sequence: number;
  readonly #content: Content;
  readonly #parts = new Map<number, ToldRunEvent>();

  constructor(sequence: number, content: Content) {
    this.sequence = sequence;
    this.#content = content;
  }

  /** How many deltas it has. */
  get length(): number {
    return this.#content.deltas.length;
  }

  /** The deltas from a place on, the same object for all who ask, so that it is written once; `undefined` when there are none. */
  from(firstDelta: number): ToldRunEvent | undefined {
    if (firstDelta >= this.length) return undefined;
    const known = this.#parts.get(firstDelta);
    if (known) return known;
    const part = toPart(this.sequence, this.#content, firstDelta);
    this.#parts.set(firstDelta, part);
    return part;
  }
}

/** What an event is to somebody who has all deltas before one of its own. */
export function toPart(sequence: number, content: Content, firstDelta: number): ToldRunEvent {
  return { sequence, event: { ...content, deltas: content.deltas.slice(firstDelta) }, firstDelta };
}

type Content = Extract<RunEvent, { readonly type: 'content' }>;
