import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy with faults in front of a local server. */
export interface FaultyLink extends AsyncDisposable {
  /** The server's URL, through the proxy. */
  readonly url: string;
  /** Returns the number of connections that were reset. */
  readonly resets: () => number;
  /** Blocks all data in both directions; connections stay open. */
  block(): void;
  /** Forwards the blocked data and everything after it. */
  unblock(): void;
}

/** Opens a link. With `resetAfterEvents`, each connection is reset once it has carried that many events of a stream. */
export async function openFaultyLink(
  target: string,
  { resetAfterEvents = Infinity }: { readonly resetAfterEvents?: number } = {},
): Promise<FaultyLink> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let resets = 0;
  let isBlocked = false;

  function track(socket: Socket): void {
    sockets.add(socket);
    if (isBlocked) socket.pause();
    // Resets are intended here; the other side is closed on the close event.
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  }

  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    track(near);
    track(far);
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
    block() {
      isBlocked = true;
      for (const socket of sockets) socket.pause();
    },
    unblock() {
      isBlocked = false;
      for (const socket of sockets) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
