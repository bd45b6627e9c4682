import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type Clock } from '@shipmate/core';
import pRetry from 'p-retry';
import type * as undiciModule from 'undici';
import type { Agent, Dispatcher } from 'undici';
import { createOpenCalls } from '../../context/open-calls.ts';
import { readText } from '../../http/read-text.ts';
import { parseRetryAfter } from '../../http/retry-after.ts';
import { UpstreamFailure } from '../../http/upstream-failure.ts';
import { type RequestPurpose, toStatusFailure } from './status-failure.ts';
import type { ClusterAccess, Impersonation } from './cluster-access.ts';
import type { Credentials } from './credential-source.ts';

/** One request to an API server. */
export interface ClusterRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the root of the server, each segment encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly accept?: string;
  readonly body?: { readonly type: string; readonly text: string };
  readonly purpose: Omit<RequestPurpose, 'context'>;
  readonly signal: AbortSignal;
}

/** Timeouts, retries and response size of requests to an API server. */
export interface ClusterHttpLimits {
  readonly connectTimeoutMs: number;
  /** The longest wait for the start of a response and between its chunks. */
  readonly idleTimeoutMs: number;
  readonly retries: number;
  readonly retryDelayMs: number;
  readonly maxBytes: number;
}

/** Sends requests to one API server over keep-alive connections. */
export interface ClusterHttp {
  /** Returns the body of a successful response. @throws AppError that says what to do. */
  readText(request: ClusterRequest): Promise<string>;
  /** Returns the body as a stream. */
  open(request: ClusterRequest): Promise<AsyncIterable<Uint8Array>>;
  /** Lets requests in flight end and closes the connections. */
  close(): Promise<void>;
  /** Ends requests in flight and closes the connections. */
  destroy(): Promise<void>;
}

export const defaultHttpLimits: ClusterHttpLimits = {
  connectTimeoutMs: 5_000,
  idleTimeoutMs: 30_000,
  retries: 3,
  retryDelayMs: 250,
  maxBytes: 64_000_000,
};

/** A longer `Retry-After` is not waited for. */
const maxRetryAfterMs = 10_000;

export function createClusterHttp(
  access: ClusterAccess,
  options: {
    readonly clock: Clock;
    readonly limits: ClusterHttpLimits;
    readonly impersonate: Impersonation | undefined;
    /** Redacts secrets in the server's error messages. */
    readonly redactText: (text: string) => string;
  },
): ClusterHttp {
  const { clock, limits, redactText, impersonate = access.impersonate } = options;
  const agents = createAgents(access, limits);
  const calls = createOpenCalls('The Kubernetes client');

  async function send(wanted: ClusterRequest, credentials: Credentials): Promise<Dispatcher.ResponseData> {
    const undici = await import('undici');
    return undici.request(toUrl(access.server, wanted), {
      dispatcher: agents.for(credentials, undici),
      method: wanted.method,
      headers: toHeaders(wanted, credentials, impersonate),
      body: wanted.body?.text ?? null,
      signal: wanted.signal,
    });
  }

  async function attempt(wanted: ClusterRequest): Promise<Dispatcher.ResponseData> {
    const { signal } = wanted;
    let response = await send(wanted, await access.credentials({ refresh: false, signal }));
    if (response.statusCode === 401) {
      await response.body.dump();
      response = await send(wanted, await access.credentials({ refresh: true, signal }));
    }
    const { statusCode: status, headers, body } = response;
    if (status >= 200 && status < 300) return response;
    const answer = { status, body: await readText(body, limits.maxBytes) };
    const failure = toStatusFailure(answer, { ...wanted.purpose, context: access.context }, redactText);
    const isBusy = status === 429 && failure.code !== 'CONFLICT';
    if (!isBusy && !(status >= 500 && wanted.method === 'GET')) throw failure;
    const retryAfterMs = parseRetryAfter(String(headers['retry-after'] ?? ''), clock.now()) ?? 0;
    throw new UpstreamFailure(failure.message, {
      retryable: retryAfterMs <= maxRetryAfterMs,
      retryAfterMs,
      cause: failure,
    });
  }

  async function open(wanted: ClusterRequest): Promise<Dispatcher.ResponseData['body']> {
    try {
      const response = await pRetry(() => attempt(wanted).catch((thrown: unknown) => toRetryable(wanted, thrown)), {
        retries: limits.retries,
        minTimeout: limits.retryDelayMs,
        randomize: true,
        signal: wanted.signal,
        shouldRetry: ({ error }) => error instanceof UpstreamFailure && error.retryable,
        onFailedAttempt: async ({ error, retriesLeft }) => {
          if (retriesLeft > 0 && error instanceof UpstreamFailure && error.retryable) {
            await delay(error.retryAfterMs, undefined, { signal: wanted.signal });
          }
        },
      });
      return response.body;
    } catch (thrown) {
      throw toClusterError(access.context, wanted.signal, thrown);
    }
  }

  async function readBody(wanted: ClusterRequest): Promise<string> {
    const body = await open(wanted);
    try {
      return await readText(body, limits.maxBytes);
    } catch (thrown) {
      throw toClusterError(access.context, wanted.signal, thrown);
    }
  }

  return {
    open: (wanted) => calls.run(wanted.signal, (signal) => open({ ...wanted, signal })),
    readText: (wanted) => calls.run(wanted.signal, (signal) => readBody({ ...wanted, signal })),
    close: () => agents.close(),
    async destroy() {
      await calls.close();
      await agents.destroy();
    },
  };
}

/**
 * Keeps one agent for the current client certificate; a credential plugin may replace the certificate. A replaced agent
 * is open until its requests have ended.
 */
function createAgents(access: ClusterAccess, limits: ClusterHttpLimits) {
  const { authority, serverName, verify } = access;
  let current: { readonly id: string; readonly agent: Agent } | undefined;
  const open = new Set<Agent>();

  async function retire(agent: Agent): Promise<void> {
    await agent.close();
    open.delete(agent);
  }

  return {
    for({ certificate, key }: Credentials, undici: Pick<typeof undiciModule, 'Agent'>): Agent {
      const id = createHash('sha256')
        .update(JSON.stringify([certificate, key]))
        .digest('hex');
      if (current?.id === id) return current.agent;
      // The rejection of an agent that is destroyed meanwhile is of no interest.
      if (current) retire(current.agent).catch(() => undefined);
      const agent = new undici.Agent({
        connect: {
          timeout: limits.connectTimeoutMs,
          rejectUnauthorized: verify,
          ...(authority !== undefined && { ca: authority }),
          ...(serverName !== undefined && { servername: serverName }),
          ...(certificate !== undefined && { cert: certificate }),
          ...(key !== undefined && { key }),
        },
        headersTimeout: limits.idleTimeoutMs,
        bodyTimeout: limits.idleTimeoutMs,
        keepAliveTimeout: 30_000,
      });
      current = { id, agent };
      open.add(agent);
      return agent;
    },
    async close(): Promise<void> {
      await Promise.all([...open].map(retire));
    },
    async destroy(): Promise<void> {
      await Promise.all([...open].map((agent) => agent.destroy()));
      open.clear();
    },
  };
}

function toUrl(server: URL, { path, query = {} }: ClusterRequest): URL {
  const url = new URL(server);
  url.pathname = `${server.pathname.replace(/\/+$/, '')}${path}`;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  }
  return url;
}

function toHeaders(
  { accept = 'application/json', body }: ClusterRequest,
  { authorization }: Credentials,
  impersonate: Impersonation | undefined,
): Record<string, string | string[]> {
  return {
    accept,
    'user-agent': 'shipmate',
    ...(authorization !== undefined && { authorization }),
    ...(body !== undefined && { 'content-type': body.type }),
    ...(impersonate !== undefined && {
      'impersonate-user': impersonate.user,
      ...(impersonate.groups.length > 0 && { 'impersonate-group': [...impersonate.groups] }),
    }),
  };
}

/** Rethrows a network failure as retryable if the request is safe to repeat; our own errors already say so. */
function toRetryable({ method, signal }: ClusterRequest, thrown: unknown): never {
  if (thrown instanceof UpstreamFailure || AppError.isInstance(thrown) || signal.aborted) throw thrown;
  const isCertificate = thrown instanceof Error && 'code' in thrown && /CERT|TLS|SSL|SIGNED/.test(String(thrown.code));
  throw new UpstreamFailure('The connection failed.', { retryable: method === 'GET' && !isCertificate, cause: thrown });
}

function toClusterError(context: string, signal: AbortSignal, thrown: unknown): AppError {
  if (AppError.isInstance(thrown)) return thrown;
  if (thrown instanceof UpstreamFailure && AppError.isInstance(thrown.cause)) return thrown.cause;
  if (signal.aborted) {
    return new AppError({ code: 'ABORTED', message: 'The request to the cluster was stopped.', cause: thrown });
  }
  const reason = codeOf(thrown);
  return new AppError({
    code: 'EXTERNAL_API_ERROR',
    message: `The cluster of context "${context}" cannot be reached${reason && ` (${reason})`}. Nothing is known of its state. Try again later.`,
    cause: thrown,
  });
}

function codeOf(thrown: unknown): string {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return '';
}
