/** One event of a stream; `data` is sent as JSON, a string unchanged. */
export interface WireEvent {
  /** The name of a server-sent event. */
  readonly event?: string;
  readonly data: unknown;
}

/** The encoding of events on the wire. */
export interface Framing {
  readonly contentType: string;
  readonly frame: (event: WireEvent) => string;
}

/** Server-sent events, which most providers use. */
export const serverSentEvents: Framing = {
  contentType: 'text/event-stream',
  frame: ({ event, data }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${dataToText(data)}\n\n`,
};

/** A line of JSON for each event. */
export const jsonLines: Framing = {
  contentType: 'application/x-ndjson',
  frame: ({ data }) => `${dataToText(data)}\n`,
};

function dataToText(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}
