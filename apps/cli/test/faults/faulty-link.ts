import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server on this machine that does not always work. */
export interface FaultyLink extends AsyncDisposable {
  /** The server's URL, through the link. */
  readonly url: string;
  /** Connections that were reset. */
  readonly resets: () => number;
  /** Lets nothing through any more, either way; connections stay open. */
  part(): void;
  /** Lets everything through that was held back, and what follows. */
  mend(): void;
}

/** Opens a link. With `resetAfterEvents`, each connection is reset once it has carried so many events of a stream. */
export async function openFaultyLink(
  target: string,
  { resetAfterEvents = Infinity }: { readonly resetAfterEvents?: number } = {},
): Promise<FaultyLink> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let resets = 0;
  let isParted = false;

  function keep(socket: Socket): void {
    sockets.add(socket);
    if (isParted) socket.pause();
    // A reset is what this is about; the other side hears of it by the close.
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  }

  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    keep(near);
    keep(far);
    near.on('data', (chunk) => far.write(chunk));
    let events = 0;
    far.on('data', (chunk: Buffer) => {
      for (const part of chunk.toString('latin1').split(/(?=^id: )/m)) {
        if (part.startsWith('id: ') && events++ === resetAfterEvents) {
          resets += 1;
          near.resetAndDestroy();
          far.destroy();
          return;
        }
        near.write(part, 'latin1');
      }
    });
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.once('end', () => far.end());
    far.once('end', () => near.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href.replace(/\/$/, ''),
    resets: () => resets,
    part() {
      isParted = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      isParted = false;
      for (const socket of sockets) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
