import { AppError } from '@shipmate/core';
import { fetch } from 'undici';
import { createGuardedAgent } from './guarded-agent.ts';
import { isPrivateHost } from './public-address.ts';
import { readBytes } from './read-bytes.ts';
import { toUpstreamError, UpstreamFailure } from './upstream-failure.ts';

/** How files are downloaded. */
export interface DownloaderOptions {
  /** Lets it reach this machine and private networks, and use plain http. */
  readonly allowPrivate: boolean;
  readonly connectTimeoutMs: number;
  /** For one file with all its redirects. */
  readonly timeoutMs: number;
}

/** How far one download may go. */
export interface DownloadLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Downloads from addresses that were named by somebody who is not trusted. */
export interface Downloader {
  /**
   * Gets a file.
   *
   * **Contract.** Neither the address nor a redirect leads to a private network unless those are allowed.
   *
   * @throws AppError `VALIDATION_ERROR` for an address that is not allowed, `EXTERNAL_API_ERROR` when there is no such file, it
   * is longer than `maxBytes` or cannot be had, `ABORTED` once `signal` fires.
   */
  download(url: URL, limits: DownloadLimits): Promise<Buffer>;
}

const maxRedirects = 5;

/** Makes a downloader. */
export function createDownloader({ allowPrivate, connectTimeoutMs, timeoutMs }: DownloaderOptions): Downloader {
  const dispatcher = createGuardedAgent({ allowPrivate, connectTimeoutMs });

  async function request(url: URL, limits: DownloadLimits, redirects = 0): Promise<Buffer> {
    assertAllowed(url, allowPrivate);
    const response = await fetch(url, {
      dispatcher,
      headers: { 'user-agent': 'shipmate' },
      redirect: 'manual',
      signal: limits.signal,
    });
    if (response.ok) return readBytes(response.body, limits.maxBytes);
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) {
      throw new UpstreamFailure(`It answered with status ${response.status}.`, { retryable: false });
    }
    if (redirects === maxRedirects) throw new UpstreamFailure('It redirects too often.', { retryable: false });
    return request(new URL(location, url), limits, redirects + 1);
  }

  return {
    async download(url, { maxBytes, signal }) {
      try {
        return await request(url, { maxBytes, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
      } catch (cause) {
        if (signal.aborted)
          throw new AppError({ code: 'ABORTED', message: 'Stopped before it was downloaded.', cause });
        throw toUpstreamError(url.host, cause);
      }
    },
  };
}

/** The agent checks the addresses of names; an address that stands in the URL itself is not looked up. */
function assertAllowed({ protocol, hostname, host }: URL, allowPrivate: boolean): void {
  if (allowPrivate && (protocol === 'http:' || protocol === 'https:')) return;
  const problem =
    protocol !== 'https:' ? 'is not fetched by https' : isPrivateHost(hostname) ? 'is on a private network' : undefined;
  if (problem === undefined) return;
  throw new AppError({ code: 'VALIDATION_ERROR', message: `${host || protocol} ${problem}, which is not allowed.` });
}
