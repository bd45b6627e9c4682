/** A server that sends the same events to all readers. */
export interface EventSource {
  readonly url: string;
  /** Sends the next event to all readers; its text has the same length for every source. */
  send(): void;
  close(): Promise<void>;
}

/** The type of `createSource`, which each module under `sources/` exports. */
export type CreateSource = () => Promise<EventSource>;

/** The text of each event: a few words of an answer. */
export const chunkText = 'word by word, as a model says it ';
