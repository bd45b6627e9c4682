import type { Transport } from '@modelcontextprotocol/client';
import { AppError } from '@shipmate/core';
import type { HttpConnections } from '../http/guarded-connections.ts';
import { isPrivateHost } from '../http/public-address.ts';
import type { McpEndpoint } from './mcp-client-port.ts';
import type { McpEnvironment } from './mcp-environment.ts';

/** The most bytes of one response or of one message of a program. */
const maxMessageBytes = 4_000_000;

/** Resources for {@link openMcpTransport}. */
interface TransportResources {
  /** Connect to addresses that may be used. */
  readonly connections: HttpConnections;
  readonly programs: NonNullable<McpEnvironment['MCP_PROGRAMS']>;
  /** Called when a response is too long; requests that wait for it have no answer. */
  readonly onTooLong: () => void;
}

/** Opens the transport of a server that may be used. */
export async function openMcpTransport(
  { url, program, token }: McpEndpoint,
  { connections, programs, onTooLong }: TransportResources,
): Promise<Transport> {
  if (url !== null) {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    return new StreamableHTTPClientTransport(new URL(url), {
      fetch: createBoundedFetch(connections, onTooLong),
      requestInit: {
        headers: { 'user-agent': 'shipmate', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      },
      redirectPolicy: 'same-origin',
      // A server that ends its streams must not decide how often it is called.
      reconnectionOptions: {
        maxRetries: 0,
        initialReconnectionDelay: 1_000,
        maxReconnectionDelay: 1_000,
        reconnectionDelayGrowFactor: 1,
      },
    });
  }
  const found = programs[program ?? ''];
  if (!found) throw new AppError({ code: 'INTERNAL_ERROR', message: 'The program was not checked.' });
  const { command, args, env, cwd } = found;
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  return new StdioClientTransport({
    command,
    args,
    env,
    stderr: 'ignore',
    maxBufferSize: maxMessageBytes,
    ...(cwd !== undefined && { cwd }),
  });
}

/** Checks an address in a URL itself; the agent checks only addresses that it looks up. @throws AppError `VALIDATION_ERROR` */
export function requireAllowedUrl(text: string, allowPrivate: boolean): void {
  const url = URL.parse(text);
  if (url && allowPrivate && (url.protocol === 'http:' || url.protocol === 'https:')) return;
  const problem =
    url?.protocol !== 'https:'
      ? 'is no https URL'
      : isPrivateHost(url.hostname)
        ? 'is on a private network'
        : undefined;
  if (problem === undefined) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `url: "${url?.host ?? 'It'}" ${problem}, which is not allowed. The operator can set ALLOW_PRIVATE_NETWORKS.`,
    details: { field: 'url' },
  });
}

function createBoundedFetch(connections: HttpConnections, onTooLong: () => void) {
  return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', body, redirect = 'manual', signal } = init;
    const response = await connections.fetch(url, {
      method,
      redirect,
      headers: [...new Headers(init.headers)],
      ...(typeof body === 'string' && { body }),
      ...(signal && { signal }),
    });
    const { status, statusText } = response;
    const bounded =
      (response.body as ReadableStream<Uint8Array> | null)?.pipeThrough(createByteLimit(onTooLong)) ?? null;
    return new Response(bounded, { status, statusText, headers: [...response.headers] });
  };
}

function createByteLimit(onTooLong: () => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= maxMessageBytes) return controller.enqueue(chunk);
      controller.error(new RangeError(`A response is longer than ${maxMessageBytes} bytes.`));
      onTooLong();
    },
  });
}
