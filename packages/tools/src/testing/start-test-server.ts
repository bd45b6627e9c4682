import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A local HTTP server that records the requested paths and its connections. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly paths: readonly string[];
  /** Returns the number of open connections. The server closes none itself. */
  count(): number;
  /** Returns the number of connections since the start. */
  total(): number;
}

/** Starts a server for one test: `await using server = await startTestServer(…)`. */
export async function startTestServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const paths: string[] = [];
  const sockets = new Set<Socket>();
  let total = 0;
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    answer(request, response);
  });
  // Clients keep an idle connection as long as the server announces.
  server.keepAliveTimeout = 600_000;
  server.on('connection', (socket) => {
    total += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    count: () => sockets.size,
    total: () => total,
    async [Symbol.asyncDispose]() {
      const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
      server.close(() => onClose());
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends a JSON response. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
