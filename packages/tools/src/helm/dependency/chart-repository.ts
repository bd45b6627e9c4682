import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { LRUCache } from 'lru-cache';
import { maxSatisfying, validRange } from 'semver';
import { createDownloader } from '../../http/downloader.ts';
import { type IndexEntry, readIndexEntries } from './repository-index.ts';

/** A published chart. */
export interface PublishedChart {
  readonly name: string;
  /** A version or a range of versions. */
  readonly version: string;
  /** The address of its repository. */
  readonly repository: string;
}

/** Where the archives of published charts come from. */
export interface ChartRepositoryPort {
  /**
   * Gets the newest archive that fits.
   *
   * @throws AppError `NOT_FOUND` or another code, with the reason and what to do in the message, `ABORTED` once `signal` fires.
   */
  fetchArchive(chart: PublishedChart, signal: AbortSignal): Promise<{ version: string; archive: Uint8Array }>;
}

/** How chart repositories are read. */
export interface ChartRepositoryOptions {
  /** Archives are kept there by their digest. */
  readonly cacheRoot: string;
  /** Lets charts name repositories on this machine and private networks. Default false. */
  readonly allowPrivate?: boolean;
  readonly timeouts?: { readonly connectMs: number; readonly totalMs: number };
  readonly limits?: { readonly indexBytes: number; readonly archiveBytes: number };
}

const indexTtlMs = 10 * 60_000;

/** Reads chart repositories over HTTP. Registries (`oci://`) are refused. */
export function createChartRepository({
  cacheRoot,
  allowPrivate = false,
  timeouts = { connectMs: 5_000, totalMs: 20_000 },
  limits = { indexBytes: 50_000_000, archiveBytes: 20_000_000 },
}: ChartRepositoryOptions): ChartRepositoryPort {
  const { connectMs: connectTimeoutMs, totalMs: timeoutMs } = timeouts;
  const downloader = createDownloader({ allowPrivate, connectTimeoutMs, timeoutMs });
  const indexes = new LRUCache<string, readonly IndexEntry[]>({ max: 500, ttl: indexTtlMs });
  const archivePath = (digest: string): string => join(cacheRoot, 'charts', `${digest}.tgz`);

  async function findEntries({ name, repository }: PublishedChart, signal: AbortSignal) {
    const key = JSON.stringify([repository, name]);
    const known = indexes.get(key);
    if (known) return known;
    const text = await downloader.download(new URL('index.yaml', repository), { maxBytes: limits.indexBytes, signal });
    const entries = readIndexEntries(text.toString('utf8'), name);
    indexes.set(key, entries);
    return entries;
  }

  async function readCached(digest: string): Promise<Uint8Array | undefined> {
    const archive = await readFile(archivePath(digest)).catch(() => undefined);
    return archive && digestOf(archive) === digest ? archive : undefined;
  }

  async function store(archive: Uint8Array): Promise<void> {
    const path = archivePath(digestOf(archive));
    const partial = `${path}.${randomUUID()}`;
    await mkdir(join(cacheRoot, 'charts'), { recursive: true, mode: 0o700 });
    await writeFile(partial, archive);
    await rename(partial, path);
  }

  return {
    async fetchArchive(chart, signal) {
      const repository = parseRepository(chart.repository);
      const entry = choose(await findEntries({ ...chart, repository }, signal), chart);
      const cached = entry.digest === undefined ? undefined : await readCached(entry.digest);
      if (cached) return { version: entry.version, archive: cached };
      const url = new URL(entry.url, repository);
      const archive = await downloader.download(url, { maxBytes: limits.archiveBytes, signal });
      if (entry.digest !== undefined && digestOf(archive) !== entry.digest) {
        throw failure('EXTERNAL_API_ERROR', 'The archive is not the one that the index of its repository describes.');
      }
      await store(archive);
      return { version: entry.version, archive };
    },
  };
}

function parseRepository(repository: string): string {
  const url = URL.parse(repository.endsWith('/') ? repository : `${repository}/`);
  if (url?.protocol === 'oci:') {
    throw failure('VALIDATION_ERROR', 'Charts of OCI registries are not fetched; put the chart under charts/.');
  }
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href;
  throw failure('VALIDATION_ERROR', 'Its repository is no http address; give one, or put the chart under charts/.');
}

function choose(entries: readonly IndexEntry[], { name, version }: PublishedChart): IndexEntry {
  if (entries.length === 0) throw failure('NOT_FOUND', `Its repository has no chart "${name}".`);
  // Helm joins the parts of a range by commas, semver by spaces.
  const range = version.replaceAll(',', ' ');
  const best =
    validRange(range) === null
      ? undefined
      : maxSatisfying(
          entries.map((entry) => entry.version),
          range,
        );
  const entry = entries.find((candidate) => candidate.version === (best ?? version));
  if (entry) return entry;
  const newest = maxSatisfying(
    entries.map((candidate) => candidate.version),
    '*',
  );
  throw failure(
    'NOT_FOUND',
    `Its repository has no version "${version}" of it${newest ? `; the newest is ${newest}` : ''}.`,
  );
}

function digestOf(archive: Uint8Array): string {
  return createHash('sha256').update(archive).digest('hex');
}

function failure(code: 'VALIDATION_ERROR' | 'NOT_FOUND' | 'EXTERNAL_API_ERROR', message: string): AppError {
  return new AppError({ code, message });
}
