import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type AppError, type Logger, toAppError } from '@shipmate/core';
import type { Context } from 'hono';
import type { AppEnvironment } from '../app-environment.ts';

/**
 * Writes complete server-sent events as text; `''` is skipped. A returned promise resolves once the reader has caught
 * up.
 */
export type WriteEvents = (text: string) => Promise<void> | undefined;

/** Options for {@link sseStream}. */
export interface SseStreamOptions {
  /**
   * Writes all events and resolves.
   *
   * **Contract.** It awaits the promise that `write` returns before it writes again. `signal` fires when the reader
   * disconnects; it then resolves soon.
   */
  readonly writeAll: (write: WriteEvents, signal: AbortSignal) => Promise<void>;
  /**
   * Returns the last event for a reader when `writeAll` throws; the error is logged. By default the stream just ends.
   * **Contract.** It does not throw.
   */
  readonly onError?: (error: AppError) => string;
  /** Default: the headers of a plain event stream. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Interval of comments while there are no events, in milliseconds. Default 15 000. A reader that reads nothing for
   * twice as long is disconnected.
   */
  readonly heartbeatMs?: number;
}

const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const;

const opening = ': open\n\n';
const heartbeat = ': heartbeat\n\n';

/** Responds with server-sent events, written no faster than the client reads. */
export function sseStream(context: Context<AppEnvironment>, options: SseStreamOptions): Response {
  const { headers = eventStreamHeaders } = options;
  const reading = new AbortController();
  const stream = { ...options, reading, logger: context.get('logger') };
  const onGone = (): void => reading.abort();
  const outgoing = context.env?.outgoing;

  if (outgoing === undefined) {
    const sink = createBodySink(onGone);
    void writeEvents(sink, stream);
    return context.body(sink.body, 200, headers);
  }
  // Writes directly to the socket: a web stream in between would cost as much as the rest of an event's path.
  outgoing.setHeaders(context.body(null, 200, headers).headers);
  void writeEvents(createSocketSink(outgoing, onGone), stream);
  return RESPONSE_ALREADY_SENT;
}

interface OpenStream extends SseStreamOptions {
  readonly reading: AbortController;
  readonly logger: Logger;
}

/** Writes until the source or the reader ends. Never rejects. */
async function writeEvents(sink: EventSink, stream: OpenStream): Promise<void> {
  const { writeAll, onError = () => '', heartbeatMs = 15_000, reading, logger } = stream;
  let stuckBeats = 0;
  const timer = setInterval(() => {
    stuckBeats = sink.isTaken ? 0 : stuckBeats + 1;
    if (stuckBeats === 0) sink.write(heartbeat);
    if (stuckBeats < 2) return;
    clearInterval(timer);
    logger.warn('disconnected a reader that reads nothing');
    sink.destroy();
  }, heartbeatMs);

  async function caughtUp(): Promise<void> {
    await sink.caughtUp();
    stuckBeats = 0;
  }
  function write(text: string): Promise<void> | undefined {
    if (text !== '') sink.write(text);
    return sink.isTaken ? undefined : caughtUp();
  }

  sink.write(opening);
  try {
    await writeAll(write, reading.signal);
  } catch (thrown) {
    if (!reading.signal.aborted) {
      const error = toAppError(thrown);
      logger.error('stream failed', { error });
      sink.write(onError(error));
    }
  } finally {
    clearInterval(timer);
    sink.end();
  }
}

/** The destination of an event stream. */
interface EventSink {
  /** True when the reader has consumed everything that was written. */
  readonly isTaken: boolean;
  /** Writes a text; drops it when the reader has disconnected. */
  write(text: string): void;
  /** Resolves once the reader has caught up or disconnected. */
  caughtUp(): Promise<void>;
  end(): void;
  /** Terminates the connection. */
  destroy(): void;
}

/** Creates a sink that writes directly to a socket. Calls `onGone` when the reader disconnects before the end. */
function createSocketSink(outgoing: ServerResponse, onGone: () => void): EventSink {
  let wake = (): void => undefined;
  const gone = (): void => {
    onGone();
    wake();
  };
  outgoing.on('drain', () => wake());
  outgoing.once('close', gone);
  if (outgoing.destroyed) gone();
  const isTaken = (): boolean => outgoing.destroyed || !outgoing.writableNeedDrain;
  return {
    get isTaken() {
      return isTaken();
    },
    write: (text) => {
      if (!outgoing.destroyed) outgoing.write(text);
    },
    caughtUp: () =>
      new Promise((resolve) => {
        if (isTaken()) resolve();
        else wake = resolve;
      }),
    end: () => {
      outgoing.off('close', gone);
      outgoing.end();
    },
    destroy: () => void outgoing.destroy(),
  };
}

/** Creates a sink that writes to a response body, for in-process requests without a socket. */
function createBodySink(onGone: () => void): EventSink & { readonly body: ReadableStream<Uint8Array> } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let wake = (): void => undefined;
  const isTaken = (): boolean => controller === undefined || (controller.desiredSize ?? 0) > 0;
  const close = (act: (open: ReadableStreamDefaultController<Uint8Array>) => void): void => {
    if (controller !== undefined) act(controller);
    controller = undefined;
    wake();
  };
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    pull: () => wake(),
    cancel() {
      controller = undefined;
      onGone();
      wake();
    },
  });
  return {
    body,
    get isTaken() {
      return isTaken();
    },
    write: (text) => controller?.enqueue(Buffer.from(text)),
    caughtUp: () =>
      new Promise((resolve) => {
        if (isTaken()) resolve();
        else wake = resolve;
      }),
    end: () => close((open) => open.close()),
    destroy: () => {
      close((open) => open.error(new Error('The reader was disconnected.')));
      onGone();
    },
  };
}
