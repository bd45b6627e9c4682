import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { playTurn } from './play-turn.ts';
import type { ScriptedTurn } from './scripted-turn.ts';
import { TurnQueue } from './turn-queue.ts';
import type { WireFormat } from './wire-format.ts';

/** A request that a scripted server has received. */
export interface RecordedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** A server that plays a script over real HTTP. */
export interface ScriptedServer extends AsyncDisposable {
  /** Without a path or a trailing slash. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Appends turns to the script. */
  script(...turns: readonly ScriptedTurn[]): void;
  /** Resolves when a client has disconnected from a response that had not ended. */
  abandoned(): Promise<void>;
  /**
   * Stops the server.
   *
   * @throws Error when it received a request without a turn for it, or some of its turns were not used.
   */
  close(): Promise<void>;
}

/** Starts a server on a free port of the loopback interface. Its requests get the script's turns, in order. */
export async function startScriptedServer(
  format: WireFormat,
  ...turns: readonly ScriptedTurn[]
): Promise<ScriptedServer> {
  const script = new TurnQueue();
  script.push(turns);
  const requests: RecordedRequest[] = [];
  const unexpected: string[] = [];
  const abandoned = Promise.withResolvers<void>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const body = await json(request);
    const turn = isExpected(format, request) ? script.next() : undefined;
    if (turn === undefined) {
      unexpected.push(`${request.method} ${path}`);
      response.writeHead(501).end();
      return;
    }
    requests.push({ path, headers: request.headers, body });
    response.once('close', () => {
      if (!response.writableEnded) abandoned.resolve();
    });
    await turn.after;
    playTurn(response, format, turn);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      unexpected.push(`${request.method} ${request.url} (${String(error)})`);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    if (unexpected.length > 0) throw new Error(`${format.name}: unexpected requests: ${unexpected.join(', ')}.`);
    if (script.owed > 0) throw new Error(`${format.name}: ${script.owed} scripted turns were never asked for.`);
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script: (...more) => script.push(more),
    abandoned: () => abandoned.promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function isExpected(format: WireFormat, request: IncomingMessage): boolean {
  const { pathname } = new URL(request.url ?? '', 'http://scripted');
  return request.method === 'POST' && format.path.test(pathname);
}
