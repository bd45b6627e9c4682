import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type Clock } from '@shipmate/core';
import pRetry from 'p-retry';
import type { Response } from 'undici';
import type { z } from 'zod';
import { createGuardedConnections } from './guarded-connections.ts';
import { isPrivateHost } from './public-address.ts';
import { readText } from './read-text.ts';
import { parseRetryAfter } from './retry-after.ts';
import { toUpstreamError, UpstreamFailure } from './upstream-failure.ts';

/** Options for {@link createJsonClient}. */
export interface JsonClientOptions {
  /** `https`, unless the host is a local or private one. */
  readonly baseUrl: string;
  /** The system's name in error messages. */
  readonly name: string;
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  readonly retries: number;
  /** Before the first retry; it grows with jitter. */
  readonly retryDelayMs: number;
  readonly maxBytes: number;
}

/** Reads JSON from one host: names resolve to public addresses only, and no redirect leaves the host. */
export interface JsonClient {
  /**
   * Gets a document, or `undefined` when it does not exist (404). `deadline` aborts it, retries included.
   *
   * @throws AppError `EXTERNAL_API_ERROR` when the system fails, is too slow, or answers in another shape.
   */
  get<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    deadline: AbortSignal,
  ): Promise<z.output<Schema> | undefined>;
  /** Closes its connections; requests in flight fail. */
  close(): Promise<void>;
}

const maxRedirects = 3;
/** A longer `Retry-After` is not waited for. */
const maxRetryAfterMs = 5_000;

/** Creates a client. @throws AppError `VALIDATION_ERROR` when the base URL is not allowed. */
export function createJsonClient(options: JsonClientOptions): JsonClient {
  const base = parseBaseUrl(options.baseUrl);
  const { connectTimeoutMs } = options;
  const connections = createGuardedConnections({ allowPrivate: isPrivateHost(base.hostname), connectTimeoutMs });

  async function request(url: URL, signal: AbortSignal, redirects = 0): Promise<string | undefined> {
    const headers = { accept: 'application/json', 'user-agent': 'shipmate' };
    const response = await connections.fetch(url, { headers, redirect: 'manual', signal });
    if (response.ok) return readText(response.body, options.maxBytes);
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      const target = new URL(location, url);
      if (target.origin !== base.origin || redirects === maxRedirects) {
        throw new UpstreamFailure('It redirects elsewhere.', { retryable: false });
      }
      return request(target, signal, redirects + 1);
    }
    if (response.status === 404) return undefined;
    throw toFailure(response, options.clock);
  }

  function requestWithRetries(url: URL, signal: AbortSignal): Promise<string | undefined> {
    return pRetry(() => request(url, signal).catch(toRetryable), {
      retries: options.retries,
      minTimeout: options.retryDelayMs,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => error instanceof UpstreamFailure && error.retryable,
      onFailedAttempt: async ({ error, retriesLeft }) => {
        if (retriesLeft > 0 && error instanceof UpstreamFailure && error.retryable) {
          await delay(error.retryAfterMs, undefined, { signal });
        }
      },
    });
  }

  return {
    async get(path, schema, deadline) {
      try {
        const text = await requestWithRetries(new URL(path, base), deadline);
        return text === undefined ? undefined : parseBody(text, schema);
      } catch (thrown) {
        throw toUpstreamError(`${options.name} at ${base.host}`, thrown);
      }
    },
    close: () => connections.destroy(),
  };
}

function parseBaseUrl(text: string): URL {
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isPrivateHost(url.hostname));
  if (url && isAllowed) return url;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `"${text}" is no https URL, and plain http is for local and private hosts only.`,
  });
}

function toFailure({ status, headers }: Response, clock: Clock): UpstreamFailure {
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), clock.now()) ?? 0;
  const isBusy = status === 429 || status >= 500;
  return new UpstreamFailure(`It answered with status ${status}.`, {
    retryable: isBusy && retryAfterMs <= maxRetryAfterMs,
    retryAfterMs,
  });
}

/** Rethrows a network failure as retryable; our own errors already say so. */
function toRetryable(thrown: unknown): never {
  if (thrown instanceof UpstreamFailure || AppError.isInstance(thrown)) throw thrown;
  throw new UpstreamFailure('The connection failed.', { retryable: true, cause: thrown });
}

function parseBody<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new UpstreamFailure('Its answer is not of the expected form.', { retryable: false, cause: parsed.error });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UpstreamFailure('Its answer is not JSON.', { retryable: false, cause });
  }
}
