import { InsufficientScopeError, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { AppError, type Logger, toAppError } from '@shipmate/core';
import { fromErrorEnvelope } from '@shipmate/protocol/error';

/** Options for {@link bridgeMcp}. */
interface McpBridgeOptions {
  /** The client, on standard input and output. */
  readonly client: Transport;
  /** URL of `/mcp`, with its query. */
  readonly endpoint: URL;
  /** An API token. */
  readonly token: string;
  readonly logger: Logger;
}

type RequestId = string | number;

/**
 * Forwards the messages of an MCP client to a server over HTTP, and its answers back, until the client leaves. Messages of any revision
 * pass unchanged; a cancelled request is aborted. A text that is no message is logged: nothing in it names a request to answer.
 *
 * @throws AppError `VALIDATION_ERROR` if a message is longer than the client's transport reads, which ends the session
 */
export async function bridgeMcp({ client, endpoint, token, logger }: McpBridgeOptions): Promise<void> {
  const server = new StreamableHTTPClientTransport(endpoint, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const active = new Map<RequestId, AbortController>();
  const handshakes = new Set<RequestId>();
  const left = Promise.withResolvers<void>();
  let hasLeft = false;

  async function answer(message: JSONRPCMessage): Promise<void> {
    if ('id' in message && message.id !== undefined) {
      active.delete(message.id);
      if ('result' in message && handshakes.delete(message.id)) {
        const { protocolVersion } = message.result;
        if (typeof protocolVersion === 'string') server.setProtocolVersion(protocolVersion);
      }
    }
    await client.send(message);
  }

  async function forward(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && message.method === 'notifications/cancelled') {
      const { requestId } = message.params ?? {};
      if (typeof requestId === 'string' || typeof requestId === 'number') active.get(requestId)?.abort();
      return;
    }
    if (!isJSONRPCRequest(message)) return server.send(message);
    const { id } = message;
    const cancelled = new AbortController();
    active.set(id, cancelled);
    if (isInitializeRequest(message)) handshakes.add(id);
    try {
      await server.send(message, { requestSignal: cancelled.signal, onRequestStreamEnd: () => endStream(id) });
    } catch (thrown) {
      active.delete(id);
      if (!cancelled.signal.aborted) await refuse(id, toReason(thrown, endpoint));
    }
  }

  /** Answers a request whose stream ended without a result: its client would wait for one until its own time limit. */
  function endStream(id: RequestId): void {
    if (!active.delete(id)) return;
    const message = `${endpoint.origin} closed the connection before the result. The call may have been made: check before you repeat it.`;
    refuse(id, { message }).catch((error: unknown) => logger.warn('mcp answer not delivered', { error }));
  }

  async function refuse(id: RequestId, { message }: Pick<AppError, 'message'>): Promise<void> {
    await client.send({ jsonrpc: '2.0', id, error: { code: -32_603, message } });
  }

  client.onmessage = (message) => {
    forward(message).catch((error: unknown) => {
      if (!hasLeft) logger.warn('mcp message not forwarded', { error });
    });
  };
  server.onmessage = (message) => {
    answer(message).catch((error: unknown) => logger.warn('mcp answer not delivered', { error }));
  };
  client.onerror = (error) => {
    const isOverfull = error.message.startsWith('ReadBuffer exceeded');
    if (!isOverfull) return logger.warn('mcp text is not a message', { error });
    const message = 'The client sent more than 10 MB without the end of a message, and the session has ended.';
    left.reject(new AppError({ code: 'VALIDATION_ERROR', message, cause: error }));
  };
  client.onclose = () => left.resolve();
  await server.start();
  await client.start();
  try {
    await left.promise;
  } finally {
    hasLeft = true;
    for (const cancelled of active.values()) cancelled.abort();
    await server.close();
  }
}

/** Explains why a request was not answered. */
function toReason(thrown: unknown, { origin }: URL): AppError {
  if (thrown instanceof InsufficientScopeError) {
    const message = thrown.errorDescription ?? `${thrown.message}. Use a token with this scope.`;
    return new AppError({ code: 'NOT_FOUND', message, cause: thrown });
  }
  if (!(thrown instanceof SdkHttpError)) {
    const message = `Shipmate cannot be reached at ${origin}. Check that it is running and that the URL is right.`;
    return thrown instanceof TypeError
      ? new AppError({ code: 'UNAVAILABLE', message, cause: thrown })
      : toAppError(thrown);
  }
  const { status, text } = thrown.data;
  if (status === 404) {
    const message = `${origin} serves no MCP. Give the URL of tools-api, by default http://127.0.0.1:8080; "shipmate up" prints it.`;
    return new AppError({ code: 'NOT_FOUND', message, cause: thrown });
  }
  try {
    return fromErrorEnvelope(JSON.parse(String(text)), status);
  } catch {
    return new AppError({
      code: 'EXTERNAL_API_ERROR',
      message: `Shipmate answered with status ${status}.`,
      cause: thrown,
    });
  }
}
