import { type AppError, toAppError } from '@shipmate/core';
import type { Context } from 'hono';
import type { AppEnvironment } from '../app/app-environment.ts';

/** What {@link sseStream} writes. */
export interface SseStreamOptions {
  /**
   * Whole server-sent events, as text; `''` is skipped. **Contract.** `signal` fires when nobody reads any more; the
   * iteration then ends soon.
   */
  readonly events: (signal: AbortSignal) => AsyncIterable<string>;
  /** The last event for a reader when `events` throws; the error is logged. By default the stream just ends. */
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

/** Answers with server-sent events, taken from their source no faster than the client reads. */
export function sseStream(context: Context<AppEnvironment>, options: SseStreamOptions): Response {
  const { events, onError = () => '', headers = eventStreamHeaders, heartbeatMs = 15_000 } = options;
  const encoder = new TextEncoder();
  const reading = new AbortController();
  const iterator = events(reading.signal)[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  let stuckBeats = 0;

  function stop(): void {
    clearInterval(timer);
    reading.abort();
  }

  function beat(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const isTaken = (controller.desiredSize ?? 0) > 0;
    stuckBeats = isTaken ? 0 : stuckBeats + 1;
    if (isTaken) controller.enqueue(encoder.encode(heartbeat));
    else if (stuckBeats === 2) drop();
  }

  function drop(): void {
    stop();
    context.get('logger').warn('dropped a reader that takes nothing');
    context.env?.outgoing?.destroy();
  }

  /** The next text that says something. A pull that enqueues nothing would not be followed by another. */
  async function takeNext(): Promise<{ readonly text: string; readonly isLast: boolean }> {
    try {
      for (;;) {
        const { value, done } = await iterator.next();
        if (done) return { text: '', isLast: true };
        if (value !== '') return { text: value, isLast: false };
      }
    } catch (thrown) {
      if (reading.signal.aborted) return { text: '', isLast: true };
      const error = toAppError(thrown);
      context.get('logger').error('stream failed', { error });
      return { text: onError(error), isLast: true };
    }
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(opening));
      timer = setInterval(beat, heartbeatMs, controller);
    },
    async pull(controller) {
      stuckBeats = 0;
      const { text, isLast } = await takeNext();
      if (reading.signal.aborted) return;
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (!isLast) return;
      stop();
      controller.close();
    },
    async cancel() {
      stop();
      await iterator.return?.();
    },
  });
  return context.body(body, 200, headers);
}
