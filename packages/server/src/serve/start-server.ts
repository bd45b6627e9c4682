import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { AppError, type Logger, silentLogger } from '@shipmate/core';
import type { Hono } from 'hono';
import type { AppEnvironment } from '../app-environment.ts';

/** Options for {@link startServer}. */
export interface StartServerOptions {
  readonly app: Hono<AppEnvironment>;
  /** 0 selects any free port. */
  readonly port: number;
  /** Default `127.0.0.1`. */
  readonly hostname?: string;
  /** Uses the next free port when `port` is in use. Default false. */
  readonly portFallback?: boolean;
  readonly logger?: Logger;
  /** Time for active requests to end after `close` is called, in milliseconds. Default 10 000. */
  readonly drainMs?: number;
}

/** A listening server. */
export interface RunningServer {
  /** Address for a person or a client on this machine. */
  readonly url: string;
  readonly port: number;
  /** Accepts no new connections, lets active requests end, and terminates the rest at the deadline. */
  close(): Promise<void>;
}

const portsToTry = 20;

/** Serves an app over HTTP. @throws AppError `UNAVAILABLE` when it cannot listen on the port. */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  const {
    app,
    port: wanted,
    hostname = '127.0.0.1',
    portFallback = false,
    logger = silentLogger,
    drainMs = 10_000,
  } = options;
  const server = createAdaptorServer({
    fetch: (request, bindings) => app.fetch(request, bindings),
    serverOptions: { keepAliveTimeout: 65_000, headersTimeout: 66_000 },
  }) as Server;
  const connections = trackConnections(server);
  await listen(server, { hostname, ports: portFallback ? nextPorts(wanted) : [wanted] });
  const { port } = server.address() as AddressInfo;
  const url = `http://${toHost(hostname)}:${port}`;
  logger.info('listening', { url });
  let closing: Promise<void> | undefined;
  return { url, port, close: () => (closing ??= drain(server, { connections, drainMs })) };
}

async function listen(
  server: Server,
  { hostname, ports }: { readonly hostname: string; readonly ports: readonly number[] },
): Promise<void> {
  let failure: unknown;
  for (const port of ports) {
    try {
      await once(server.listen(port, hostname), 'listening');
      return;
    } catch (error) {
      failure = error;
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) break;
    }
  }
  throw new AppError({
    code: 'UNAVAILABLE',
    message: `Cannot listen on ${hostname}:${ports[0]}. The port may be in use.`,
    cause: failure,
  });
}

function nextPorts(first: number): readonly number[] {
  const ports = Array.from({ length: portsToTry }, (_, offset) => first + offset).filter((port) => port <= 65_535);
  return [...ports, 0];
}

function toHost(hostname: string): string {
  if (hostname === '0.0.0.0' || hostname === '::') return 'localhost';
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}

function trackConnections(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

/**
 * Idle keep-alive connections would keep the server open, and become idle one by one as their requests end; so would
 * connections that browsers open in advance, which Node does not count as idle.
 */
async function drain(
  server: Server,
  { connections, drainMs }: { readonly connections: ReadonlySet<Socket>; readonly drainMs: number },
): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const poll = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }, 100);
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(poll);
  clearTimeout(deadline);
}
