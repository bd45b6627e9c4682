import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A local HTTP server that reports how many connections are open. */
interface CountingServer extends AsyncDisposable {
  readonly url: string;
  /** Returns the number of open connections. The server closes none itself. */
  count(): number;
  /** Returns the number of connections since the start. */
  total(): number;
}

/** Starts a server that keeps its connections open until the client closes them. */
export async function startCountingServer(answer: RequestListener): Promise<CountingServer> {
  const sockets = new Set<Socket>();
  let total = 0;
  const server = createServer(answer);
  // Clients keep an idle connection as long as the server announces.
  server.keepAliveTimeout = 600_000;
  server.on('connection', (socket) => {
    total += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => sockets.size,
    total: () => total,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
