import type { ServerResponse } from 'node:http';

/** Where the texts of an event stream go. */
export interface EventSink {
  /** Whether the reader keeps up with what was written. */
  readonly isTaken: boolean;
  /** Writes a text, or drops it when nobody reads any more. */
  write(text: string): void;
  /** Resolves once the reader has caught up, or is gone. */
  caughtUp(): Promise<void>;
  end(): void;
  /** Cuts the reader off. */
  destroy(): void;
}

/** Writes to a socket, with nothing between. `onGone` is called when the reader leaves before the end. */
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

/** The same to a body, where there is no socket: for a program, or a test, that calls an app itself. */
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
