import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { StatusError } from '../errors/status-error.ts';
import type { Certificate } from '../tls/certificate.ts';
import type { ApiRequest, ApiResponse } from './api-request.ts';
import { encode, negotiate } from './media-type.ts';
import { NotServed } from '../errors/not-served.ts';

type Handler = (request: Omit<ApiRequest, 'user'>, socket: TLSSocket) => ApiResponse;

interface ApiServerOptions {
  readonly authority: string;
  readonly serving: Certificate;
  readonly handle: Handler;
  readonly port: number;
  readonly host: string;
}

interface ApiServer {
  readonly port: number;
  close(): Promise<void>;
}

const idleMs = 180_000;

/** The limit of a real server for one object. */
const maxBodyBytes = 3 * 1024 * 1024;

/** Starts an HTTPS server that requests client certificates of the authority, without requiring them. */
export async function startApiServer({ authority, serving, handle, port, host }: ApiServerOptions): Promise<ApiServer> {
  const open = new Set<AbortController>();
  const server = createServer(
    { cert: serving.certificate, key: serving.key, ca: authority, requestCert: true, rejectUnauthorized: false },
    (incoming, response) => {
      const controller = new AbortController();
      open.add(controller);
      response.on('close', () => {
        controller.abort();
        open.delete(controller);
      });
      void answer(incoming, response, { handle, signal: controller.signal });
    },
  );
  // A real server keeps idle connections for minutes; otherwise a client that was busy for seconds finds its connection
  // closed.
  server.keepAliveTimeout = idleMs;
  server.on('tlsClientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const controller of open) controller.abort();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  { handle, signal }: { readonly handle: Handler; readonly signal: AbortSignal },
): Promise<void> {
  try {
    const body = await readAll(incoming);
    const url = new URL(incoming.url ?? '/', 'https://localhost');
    const { method = 'GET', headers } = incoming;
    const request = { method, path: url.pathname, query: url.searchParams, headers, body, signal };
    await send(response, handle(request, incoming.socket as TLSSocket), { accept: headers.accept, signal });
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof NotServed) {
      await send(response, { status: error.status, text: error.text }, { accept: undefined, signal });
      return;
    }
    const status = error instanceof StatusError ? error : internalError(error);
    if (response.headersSent) response.destroy();
    else await send(response, toResponse(status), { accept: undefined, signal });
  }
}

function toResponse(error: StatusError): ApiResponse {
  const seconds = error.details?.retryAfterSeconds;
  const headers = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  return { status: error.code, object: error.toStatus(), headers };
}

/** Hides the details of internal errors. */
function internalError(cause: unknown): StatusError {
  const code = cause instanceof TypeError && /Invalid URL/.test(cause.message) ? 400 : 500;
  const reason = code === 400 ? 'BadRequest' : 'InternalError';
  return new StatusError({ code, reason, message: 'an error on the server has prevented the request from succeeding' });
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) {
      const message = `Request entity too large: limit is ${maxBodyBytes}`;
      throw new StatusError({ code: 413, reason: 'RequestEntityTooLarge', message });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function send(
  response: ServerResponse,
  answered: ApiResponse,
  { accept, signal }: { readonly accept: string | undefined; readonly signal: AbortSignal },
): Promise<void> {
  response.setHeader('cache-control', 'no-cache, private');
  for (const [name, value] of Object.entries(answered.headers ?? {})) response.setHeader(name, value);
  if (answered.warnings && answered.warnings.length > 0) {
    response.setHeader(
      'warning',
      answered.warnings.map((text) => `299 - ${JSON.stringify(text)}`),
    );
  }
  if ('stream' in answered) {
    response.writeHead(answered.status, { 'content-type': answered.contentType });
    response.flushHeaders();
    await answered.stream((chunk) => void response.write(chunk), signal);
    response.end();
  } else if ('text' in answered) {
    const contentType = { 'content-type': answered.contentType ?? 'text/plain; charset=utf-8' };
    response.writeHead(answered.status, answered.status === 204 ? {} : contentType);
    response.end(answered.text);
  } else {
    const accepted = negotiate(accept);
    const as =
      accepted.as === 'APIGroupDiscoveryList' && isDiscovery(answered.object)
        ? `;g=apidiscovery.k8s.io;v=${accepted.version};as=${accepted.as}`
        : '';
    response.writeHead(answered.status, { 'content-type': `application/${accepted.encoding}${as}` });
    response.end(encode(answered.object, accepted));
  }
}

function isDiscovery(object: unknown): boolean {
  return (object as { readonly kind?: string }).kind === 'APIGroupDiscoveryList';
}
