import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A state of a server, as the health check sees it. */
export type ServerState = 'ready' | 'not ready' | 'gone';

/** A round-robin load balancer over ready servers, as in front of a rolling restart. */
export interface LocalBalancer extends AsyncDisposable {
  readonly url: string;
  /** Adds a server, and resolves once it is ready. */
  add(url: string): Promise<void>;
  /** Returns the states of a server so far, in order. */
  states(url: string): readonly ServerState[];
  /** Returns the end of the last response of a server, on the clock of `performance`. */
  lastAnswerEndedAt(url: string): number;
  /** Returns the number of requests that were sent to another server because the first one refused the connection. */
  readonly retries: () => number;
}

const probeMs = 25;

/** Starts a balancer. A request is retried only if no connection could be made; each request has its own connection. */
export async function startLocalBalancer(): Promise<LocalBalancer> {
  const servers = new Map<string, { readonly states: ServerState[]; lastAnswerEndedAt: number }>();
  const closing = new AbortController();
  let turn = 0;
  let retries = 0;

  const isReady = (url: string): boolean => servers.get(url)?.states.at(-1) === 'ready';

  async function probe(url: string): Promise<ServerState> {
    try {
      return (await fetch(`${url}/readyz`)).ok ? 'ready' : 'not ready';
    } catch {
      return 'gone';
    }
  }

  async function watch(url: string, states: ServerState[]): Promise<void> {
    while (!closing.signal.aborted) {
      const latest = await probe(url);
      if (latest !== states.at(-1)) states.push(latest);
      if (latest === 'gone') return;
      await sleep(probeMs);
    }
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    const ready = [...servers.keys()].filter(isReady);
    const url = ready[turn++ % ready.length];
    if (url === undefined) return void outgoing.writeHead(503).end('No server is ready.');
    const { method, url: path, headers } = incoming;
    const onward = request(new URL(path ?? '/', url), {
      method,
      headers: { ...headers, connection: 'close' },
      agent: false,
    });
    outgoing.once('close', () => onward.destroy());
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.once('close', () => {
        const server = servers.get(url);
        if (server) server.lastAnswerEndedAt = performance.now();
        if (!answer.complete) outgoing.destroy();
      });
    });
    onward.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') return void outgoing.destroy();
      retries += 1;
      servers.get(url)?.states.push('gone');
      forward(incoming, outgoing, body);
    });
    onward.end(body);
  }

  const server = createServer((incoming, outgoing) => {
    buffer(incoming).then(
      (body) => forward(incoming, outgoing, body),
      () => outgoing.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async add(url) {
      const states: ServerState[] = [];
      servers.set(url, { states, lastAnswerEndedAt: 0 });
      void watch(url, states);
      while (!isReady(url)) await sleep(probeMs);
    },
    states: (url) => servers.get(url)?.states ?? [],
    lastAnswerEndedAt: (url) => servers.get(url)?.lastAnswerEndedAt ?? 0,
    retries: () => retries,
    async [Symbol.asyncDispose]() {
      closing.abort();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
