import type { RunEvent, BroadcastRunEvent } from '@shipmate/domain/run';

/** The number of events after the stored ones whose content readers may have. */
export const maxOpenRows = 2;

/** Content that is not stored yet, as the row that it becomes in its run's log. It is read in parts. */
export class ContentRow {
  readonly sequence: number;
  readonly #content: Content;
  readonly #parts = new Map<number, BroadcastRunEvent>();

  constructor(sequence: number, content: Content) {
    this.sequence = sequence;
    this.#content = content;
  }

  /** The number of deltas. */
  get length(): number {
    return this.#content.deltas.length;
  }

  /**
   * Returns the deltas from an index on, as the same object for all readers, so that it is serialized once; `undefined`
   * when there are none.
   */
  from(firstDelta: number): BroadcastRunEvent | undefined {
    if (firstDelta >= this.length) return undefined;
    const known = this.#parts.get(firstDelta);
    if (known) return known;
    const part = toPart(this.sequence, this.#content, firstDelta);
    this.#parts.set(firstDelta, part);
    return part;
  }
}

/** Returns the part of an event for a reader that has all deltas before an index. */
export function toPart(sequence: number, content: Content, firstDelta: number): BroadcastRunEvent {
  return { sequence, event: { ...content, deltas: content.deltas.slice(firstDelta) }, firstDelta };
}

type Content = Extract<RunEvent, { readonly type: 'content' }>;
