import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AppError } from '@shipmate/core';
import { type Agent, fetch } from 'undici';
import { z } from 'zod';
import { isPrivateHost } from '../http/public-address.ts';
import type { McpEndpoint } from './mcp-client-port.ts';

/** The most bytes of one response or of one message of a program. */
const maxMessageBytes = 4_000_000;

const programSchema = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
  /** The ids of the organizations that may use it. Default: all. */
  organizations: z.array(z.uuid()).optional(),
});

/** The environment variables of MCP servers whose tools agents call. */
export const mcpEnvironmentSchema = z.object({
  /**
   * Programs that speak MCP over standard input and output, as JSON: `{"files": {"command": "npx", "args": ["…"], "env": {}}}`.
   * Every organization, or those in `organizations`, can add them by name.
   */
  MCP_PROGRAMS: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(z.record(z.string().regex(/^[a-z0-9-]{1,40}$/), programSchema))
    .optional(),
});
export type McpEnvironment = z.output<typeof mcpEnvironmentSchema>;

/** Resources for {@link openMcpTransport}. */
interface TransportResources {
  /** Connects to addresses that may be used. */
  readonly dispatcher: Agent;
  readonly programs: NonNullable<McpEnvironment['MCP_PROGRAMS']>;
  /** Called when a response is too long; requests that wait for it have no answer. */
  readonly onTooLong: () => void;
}

/** Opens the transport of a server that may be used. */
export function openMcpTransport(
  { url, program, token }: McpEndpoint,
  { dispatcher, programs, onTooLong }: TransportResources,
): Transport {
  if (url !== null) {
    return new StreamableHTTPClientTransport(new URL(url), {
      fetch: createBoundedFetch(dispatcher, onTooLong),
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

function createBoundedFetch(dispatcher: Agent, onTooLong: () => void) {
  return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', body, redirect = 'manual', signal } = init;
    const response = await fetch(url, {
      dispatcher,
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
