import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireRecord } from './wire-record.ts';

/** A request that Shipmate's client sent. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string;
  readonly contentType: string | undefined;
  /** JSON, or `undefined` without a body. */
  readonly body: unknown;
}

/**
 * Starts a server that answers every request with the response of one record, and reads around the dry run of a
 * deletion with the recorded states.
 */
export async function startRecordServer() {
  let current: { readonly record: WireRecord; readonly isDryRunDeletion: boolean } | undefined;
  let sent: SentRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      const text = await readBody(request);
      const reads = sent.filter(({ method }) => method === 'GET').length;
      sent.push({
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        accept: request.headers.accept ?? '',
        contentType: request.headers['content-type'],
        body: text === '' ? undefined : JSON.parse(text),
      });
      if (current === undefined) return response.writeHead(500).end();
      const { record, isDryRunDeletion } = current;
      if (isDryRunDeletion && request.method === 'GET') {
        const state = reads === 0 ? record.stateBefore : record.stateAfter;
        return response.writeHead(state?.status ?? 404).end(JSON.stringify(state?.body ?? {}));
      }
      const { status, headers, body, bodyText } = record.response;
      const kept = headers.filter(([name]) => ['content-type', 'retry-after', 'warning'].includes(name));
      return response
        .writeHead(status, Object.fromEntries(kept))
        .end(body === undefined ? (bodyText ?? '') : JSON.stringify(body));
    })();
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play(record: WireRecord, isDryRunDeletion: boolean): void {
      current = { record, isDryRunDeletion };
      sent = [];
    },
    sent: (): readonly SentRequest[] => sent,
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
