import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local HTTP server that records the requested paths. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly paths: readonly string[];
}

/** Starts a server for one test: `await using server = await startTestServer(…)`. */
export async function startTestServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    answer(request, response);
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
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
