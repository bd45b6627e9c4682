import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { createDownloader } from '../../http/downloader.ts';
import { defaultCacheRoot } from '../default-cache-root.ts';
import { createArchiveCache, digestOf } from './archive-cache.ts';
import { createHttpRepositories } from './http-repository.ts';
import { createOciRegistries } from './oci-registry.ts';
import type { PublishedChart } from './published-chart.ts';

/** The source of published charts' archives. */
export interface ChartRepositoryPort {
  /**
   * Fetches the newest archive in the version range.
   *
   * @throws AppError `NOT_FOUND` or another code, with the reason and what to do in the message, `ABORTED` once
   * `signal` fires.
   */
  fetchArchive(chart: PublishedChart, signal: AbortSignal): Promise<{ version: string; archive: Uint8Array }>;
}

/** Options for {@link createChartRepository}. */
export interface ChartRepositoryOptions {
  /** The folder that stores archives by their digest. Default: {@link defaultCacheRoot}. */
  readonly cacheRoot?: string;
  /** Allows charts to name repositories on this machine and private networks. Default false. */
  readonly allowPrivate?: boolean;
  readonly timeouts?: { readonly connectMs: number; readonly totalMs: number };
  readonly limits?: { readonly indexBytes: number; readonly archiveBytes: number };
}

/** Creates a reader of chart repositories over HTTP, and of registries (`oci://`). */
export function createChartRepository({
  cacheRoot = defaultCacheRoot(),
  allowPrivate = false,
  timeouts = { connectMs: 5_000, totalMs: 20_000 },
  limits = { indexBytes: 50_000_000, archiveBytes: 20_000_000 },
}: ChartRepositoryOptions = {}): ChartRepositoryPort {
  const { connectMs: connectTimeoutMs, totalMs: timeoutMs } = timeouts;
  const downloader = createDownloader({ allowPrivate, connectTimeoutMs, timeoutMs });
  const findInRepository = createHttpRepositories(downloader, limits.indexBytes);
  const findInRegistry = createOciRegistries(downloader);
  const cache = createArchiveCache(join(cacheRoot, 'charts'));

  return {
    async fetchArchive(chart, signal) {
      const repository = parseRepository(chart.repository);
      const find = repository.protocol === 'oci:' ? findInRegistry : findInRepository;
      const { version, digest, url, authorize } = await find(repository, chart, signal);
      const cached = digest === undefined ? undefined : await cache.read(digest);
      if (cached) return { version, archive: cached };
      const archive = await downloader.download(url, { maxBytes: limits.archiveBytes, signal, authorize });
      if (digest !== undefined && digestOf(archive) !== digest) {
        const message = 'The archive is not the one that the index of its repository describes.';
        throw new AppError({ code: 'EXTERNAL_API_ERROR', message });
      }
      await cache.write(archive);
      return { version, archive };
    },
  };
}

function parseRepository(repository: string): URL {
  const url = URL.parse(repository);
  if (url && ['https:', 'http:', 'oci:'].includes(url.protocol)) return url;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: 'Its repository is no http or oci address; give one, or put the chart under charts/.',
  });
}
