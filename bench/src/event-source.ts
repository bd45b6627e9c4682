/** A server whose readers are all told the same. */
export interface EventSource {
  readonly url: string;
  /** Tells all readers the next event, whose text is as long for every source. */
  tell(): void;
  close(): Promise<void>;
}

/** What a module under `sources/` exports as `createSource`. */
export type CreateSource = () => Promise<EventSource>;

/** What is told each time: a few words of an answer. */
export const told = 'word by word, as a model says it ';
