import type { ServerResponse } from 'node:http';

/** The destination of an event stream. */
export interface EventSink {
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
export function createSocketSink(outgoing: ServerResponse, onGone: () => void): EventSink {
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
export function createBodySink(onGone: () => void): EventSink & { readonly body: ReadableStream<Uint8Array> } {
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
      close((open) => open.error(new Error('The reader was dropped.')));
      onGone();
    },
  };
}
