import { AppError } from '@shipmate/core';
import type { Response } from 'undici';
import { createGuardedConnections } from './guarded-connections.ts';
import { isPrivateHost } from './public-address.ts';
import { readBytes } from './read-bytes.ts';
import { toUpstreamError, UpstreamFailure } from './upstream-failure.ts';

/** Options for {@link createDownloader}. */
interface DownloaderOptions {
  /** Allows this machine, private networks and plain http. */
  readonly allowPrivate: boolean;
  readonly connectTimeoutMs: number;
  /** For one file with all its redirects. */
  readonly timeoutMs: number;
}

/** The limits and headers of one download. */
interface DownloadLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Media types. */
  readonly accept?: string | undefined;
  /** Answers a `www-authenticate` challenge with an `authorization`, which is sent to no other origin. */
  readonly authorize?: ((challenge: string) => Promise<string | undefined>) | undefined;
}

/** Downloads from addresses that come from untrusted input. */
export interface Downloader {
  /**
   * Downloads a file.
   *
   * **Contract.** Neither the address nor a redirect leads to a private network unless those are allowed.
   *
   * @throws AppError `VALIDATION_ERROR` for an address that is not allowed, `EXTERNAL_API_ERROR` when the file does not
   * exist, is longer than `maxBytes` or cannot be fetched, `ABORTED` once `signal` fires.
   */
  download(url: URL, limits: DownloadLimits): Promise<Buffer>;
  /** Closes its connections; downloads in flight fail. */
  close(): Promise<void>;
}

const maxRedirects = 5;

/** The redirect count and authorization of a download. */
interface Visit {
  readonly redirects?: number;
  readonly authorization?: string | undefined;
}

/** Creates a downloader. */
export function createDownloader({ allowPrivate, connectTimeoutMs, timeoutMs }: DownloaderOptions): Downloader {
  const connections = createGuardedConnections({ allowPrivate, connectTimeoutMs });

  async function request(
    url: URL,
    limits: DownloadLimits,
    { redirects = 0, authorization }: Visit = {},
  ): Promise<Buffer> {
    assertAllowed(url, allowPrivate);
    const headers = toHeaders(limits, authorization);
    const response = await connections.fetch(url, { headers, redirect: 'manual', signal: limits.signal });
    if (response.ok) return readBytes(response.body, limits.maxBytes);
    await response.body?.cancel();
    const granted = authorization === undefined ? await answerChallenge(response, limits) : undefined;
    if (granted !== undefined) return request(url, limits, { redirects, authorization: granted });
    const target = toRedirect(response, url);
    if (redirects === maxRedirects) throw new UpstreamFailure('It redirects too often.', { retryable: false });
    const isSameOrigin = target.origin === url.origin;
    return request(target, limits, {
      redirects: redirects + 1,
      authorization: isSameOrigin ? authorization : undefined,
    });
  }

  return {
    async download(url, { signal, ...limits }) {
      try {
        return await request(url, { ...limits, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
      } catch (cause) {
        if (signal.aborted)
          throw new AppError({ code: 'ABORTED', message: 'Stopped before it was downloaded.', cause });
        throw toUpstreamError(url.host, cause);
      }
    },
    close: () => connections.destroy(),
  };
}

function toHeaders({ accept }: DownloadLimits, authorization: string | undefined): Record<string, string> {
  return {
    'user-agent': 'shipmate',
    ...(accept === undefined ? {} : { accept }),
    ...(authorization === undefined ? {} : { authorization }),
  };
}

async function answerChallenge(
  { status, headers }: Response,
  { authorize }: DownloadLimits,
): Promise<string | undefined> {
  const challenge = headers.get('www-authenticate');
  return status === 401 && challenge !== null ? authorize?.(challenge) : undefined;
}

function toRedirect({ status, headers }: Response, from: URL): URL {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null) return new URL(location, from);
  throw new UpstreamFailure(`It answered with status ${status}.`, { retryable: false });
}

/** Checks an address in the URL itself; the agent checks only addresses that it looks up. */
function assertAllowed({ protocol, hostname, host }: URL, allowPrivate: boolean): void {
  if (allowPrivate && (protocol === 'http:' || protocol === 'https:')) return;
  const problem =
    protocol !== 'https:' ? 'is not fetched by https' : isPrivateHost(hostname) ? 'is on a private network' : undefined;
  if (problem === undefined) return;
  throw new AppError({ code: 'VALIDATION_ERROR', message: `${host || protocol} ${problem}, which is not allowed.` });
}
