import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type AppError, type Logger, toAppError } from '@shipmate/core';
import type { Context } from 'hono';
import type { AppEnvironment } from '../edge/app-environment.ts';
import { createBodySink, createSocketSink, type EventSink } from './event-sink.ts';

/** Writes whole server-sent events, as text; `''` is skipped. When it returns a promise, the reader has to catch up first. */
export type WriteEvents = (text: string) => Promise<void> | undefined;

/** What {@link sseStream} writes. */
export interface SseStreamOptions {
  /**
   * Writes all that there is and resolves.
   *
   * **Contract.** It waits for what `write` returns before it writes on. `signal` fires when nobody reads any more; it then
   * resolves soon.
   */
  readonly writeAll: (write: WriteEvents, signal: AbortSignal) => Promise<void>;
  /**
   * The last event for a reader when `writeAll` throws; the error is logged. By default the stream just ends. **Contract.** It
   * does not throw.
   */
  readonly onError?: (error: AppError) => string;
  /** Default: those of a plain event stream. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A comment is sent in silence this often. Default 15 000. A reader that takes nothing for twice as long is dropped. */
  readonly heartbeatMs?: number;
}

const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const;

const opening = ': open\n\n';
const heartbeat = ': heartbeat\n\n';

/** Answers with server-sent events, written no faster than the client reads. */
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
  // Straight to the socket: a web stream between would cost as much as all the rest of an event's way.
  outgoing.setHeaders(context.body(null, 200, headers).headers);
  void writeEvents(createSocketSink(outgoing, onGone), stream);
  return RESPONSE_ALREADY_SENT;
}

interface OpenStream extends SseStreamOptions {
  readonly reading: AbortController;
  readonly logger: Logger;
}

/** Writes until the source or the reader ends. It never rejects. */
async function writeEvents(sink: EventSink, stream: OpenStream): Promise<void> {
  const { writeAll, onError = () => '', heartbeatMs = 15_000, reading, logger } = stream;
  let stuckBeats = 0;
  const timer = setInterval(() => {
    stuckBeats = sink.isTaken ? 0 : stuckBeats + 1;
    if (stuckBeats === 0) sink.write(heartbeat);
    if (stuckBeats < 2) return;
    clearInterval(timer);
    logger.warn('dropped a reader that takes nothing');
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
