import { LRUCache } from 'lru-cache';
import type { Downloader } from '../../http/downloader.ts';
import { chooseVersion } from './choose-version.ts';
import type { ChartLocation, PublishedChart } from './published-chart.ts';
import { type IndexEntry, readIndexEntries } from './repository-index.ts';

const indexTtlMs = 10 * 60_000;

/** Creates a source that finds charts in repositories with an `index.yaml` at an HTTP address. */
export function createHttpRepositories(
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
