import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { LRUCache } from 'lru-cache';
import { createOpenCalls } from '../../context/open-calls.ts';
import { createDownloader, type Downloader } from '../../http/downloader.ts';
import { defaultCacheRoot } from '../default-cache-root.ts';
import { chooseVersion } from './choose-version.ts';
import { createOciRegistries } from './oci-registry.ts';
import type { ChartLocation, PublishedChart } from './published-chart.ts';
import { type IndexEntry, readIndexEntries } from './repository-index.ts';

/** The source of published charts' archives. */
export interface ChartRepositoryPort {
  /**
   * Fetches the newest archive in the version range, of at most `maxBytes`.
   *
   * @throws AppError `NOT_FOUND` or another code, with the reason and what to do in the message, `ABORTED` once
   * `signal` fires.
   */
  fetchArchive(
    chart: PublishedChart,
    signal: AbortSignal,
    options?: { readonly maxBytes: number },
  ): Promise<{ version: string; archive: Uint8Array }>;
}

/** A chart repository port that its creator closes. */
interface ChartRepository extends ChartRepositoryPort {
  /** Aborts its downloads and closes its connections. */
  close(): Promise<void>;
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
}: ChartRepositoryOptions = {}): ChartRepository {
  const { connectMs: connectTimeoutMs, totalMs: timeoutMs } = timeouts;
  const downloader = createDownloader({ allowPrivate, connectTimeoutMs, timeoutMs });
  const findInRepository = createHttpRepositories(downloader, limits.indexBytes);
  const findInRegistry = createOciRegistries(downloader);
  const cache = createArchiveCache(join(cacheRoot, 'charts'));
  const calls = createOpenCalls('The chart repository');

  async function fetchArchive(chart: PublishedChart, signal: AbortSignal, maxBytes: number) {
    const repository = parseRepository(chart.repository);
    const find = repository.protocol === 'oci:' ? findInRegistry : findInRepository;
    const { version, digest, url, authorize } = await find(repository, chart, signal);
    const cached = digest === undefined ? undefined : await cache.read(digest);
    if (cached) return { version, archive: cached };
    const archive = await downloader.download(url, {
      maxBytes: Math.min(limits.archiveBytes, maxBytes),
      signal,
      authorize,
    });
    if (digest !== undefined && digestOf(archive) !== digest) {
      const message = 'The archive is not the one that the index of its repository describes.';
      throw new AppError({ code: 'EXTERNAL_API_ERROR', message });
    }
    await cache.write(archive);
    return { version, archive };
  }

  return {
    fetchArchive: (chart, signal, { maxBytes } = { maxBytes: Infinity }) =>
      calls.run(signal, (active) => fetchArchive(chart, active, maxBytes)),
    async close() {
      await calls.close();
      await downloader.close();
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

const indexTtlMs = 10 * 60_000;

/** Creates a source that finds charts in repositories with an `index.yaml` at an HTTP address. */
function createHttpRepositories(
  downloader: Downloader,
  maxBytes: number,
): (repository: URL, chart: PublishedChart, signal: AbortSignal) => Promise<ChartLocation> {
  const indexes = new LRUCache<string, readonly IndexEntry[]>({ max: 500, ttl: indexTtlMs });

  async function findEntries(folder: URL, name: string, signal: AbortSignal): Promise<readonly IndexEntry[]> {
    const key = JSON.stringify([folder.href, name]);
    const known = indexes.get(key);
    if (known) return known;
    const text = await downloader.download(new URL('index.yaml', folder), { maxBytes, signal });
    const entries = readIndexEntries(text.toString('utf8'), name);
    indexes.set(key, entries);
    return entries;
  }

  return async (repository, chart, signal) => {
    const folder = new URL(repository);
    folder.pathname = folder.pathname.replace(/\/?$/, '/');
    const entries = await findEntries(folder, chart.name, signal);
    const version = chooseVersion(
      entries.map((entry) => entry.version),
      chart,
    );
    const entry = entries.find((candidate) => candidate.version === version);
    return { version, digest: entry?.digest, url: new URL(entry?.url ?? '', folder) };
  };
}

/** An on-disk cache of chart archives by their digest. */
interface ArchiveCache {
  /** Returns `undefined` for an archive whose content no longer has its digest. */
  read(digest: string): Promise<Uint8Array | undefined>;
  write(archive: Uint8Array): Promise<void>;
}

/** Creates a cache in a folder, which is created with the first archive. */
function createArchiveCache(folder: string): ArchiveCache {
  const pathOf = (digest: string): string => join(folder, `${digest}.tgz`);
  return {
    async read(digest) {
      const archive = await readFile(pathOf(digest)).catch(() => undefined);
      return archive && digestOf(archive) === digest ? archive : undefined;
    },
    async write(archive) {
      const path = pathOf(digestOf(archive));
      const partial = `${path}.${randomUUID()}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(partial, archive);
      await rename(partial, path);
    },
  };
}

/** Returns the SHA-256 of bytes, in hex. */
function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
