import { createParser } from 'eventsource-parser';

/** An event of a stream, with the name that its server gave it. */
export interface ServerSentEvent {
  /** `message` when the server sent no name. */
  readonly event: string;
  readonly data: string;
  /** The last id in the stream up to this event; empty when there was none. */
  readonly lastEventId: string;
}

/** Options for {@link readServerSentEvents}. */
export interface SseReaderOptions {
  /** Called with the server's reconnection delay, in milliseconds. */
  readonly onRetry?: (ms: number) => void;
}

/**
 * Parses a stream according to the WHATWG HTML standard, 9.2.6. Drops an incomplete last event. Throws the stream's
 * errors.
 */
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
  // The parser itself drops the single leading byte order mark.
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
