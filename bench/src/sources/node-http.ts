import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chunkText, type EventSource } from '../event-source.ts';

/** Starts a bare server that keeps responses open and writes each event, serialized once, to all of them. */
export async function createSource(): Promise<EventSource> {
  const readers = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.write(': open\n\n');
    readers.add(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  let sequence = 0;
  return {
    url: `http://127.0.0.1:${port}`,
    send() {
      sequence += 1;
      const data = JSON.stringify({ chunk: chunkText });
      const text = `id: ${sequence}.0\nevent: content_chunk\ndata: ${data}\n\n`;
      for (const response of readers) response.write(text);
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
