import { createParser } from 'eventsource-parser';

/** An event of a stream, as its server named it. */
export interface ServerSentEvent {
  /** `message` when the server gave it no name. */
  readonly event: string;
  readonly data: string;
  /** The last id that the stream has given so far, with this event or before it; empty when there was none. */
  readonly lastEventId: string;
}

/** What {@link readServerSentEvents} tells beside events. */
export interface SseReaderOptions {
  /** How long the server wants a reader to wait, in milliseconds, before it connects again. */
  readonly onRetry?: (ms: number) => void;
}

/** Reads a stream by the rules of WHATWG's HTML, 9.2.6. What the stream ends within is dropped. It throws what the stream throws. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  { onRetry }: SseReaderOptions = {},
): AsyncGenerator<ServerSentEvent, void> {
  const arrived: ServerSentEvent[] = [];
  let lastEventId = '';
  const parser = createParser({
    onId: (id) => {
      lastEventId = id;
    },
    onEvent: ({ event, data }) => void arrived.push({ event: event || 'message', data, lastEventId }),
    ...(onRetry && { onRetry }),
  });
  // The parser drops the one byte order mark that is to be dropped.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    await reader.cancel();
  }
}
