import { AppError, systemClock, waitFor, type Clock } from '@shipmate/core';
import { createStaleCache } from '../../cache/stale-cache.ts';
import { createJsonClient } from '../../http/json-client.ts';
import type { CatalogChart, CatalogChartDetail, ChartCatalogPort } from '../chart-catalog-port.ts';
import type { SubchartVersionPort } from '../subchart-version-port.ts';
import { createArtifactHubApi } from './artifact-hub-api.ts';
import type { WantedChart } from './rank-packages.ts';
import { lookUpChart, type ChartLookup } from './look-up-chart.ts';
import { toCatalogChart, toCatalogDetail } from './to-catalog-chart.ts';

/** The address, timeouts and cache of ArtifactHub; every field has a default. Times are in milliseconds. */
export interface ArtifactHubOptions {
  /** Default `https://artifacthub.io`. Plain http is for local and private hosts only. */
  readonly baseUrl?: string;
  readonly clock?: Clock;
  /**
   * `totalMs` is for one lookup with all its requests and retries. A caller waits `answerMs` for it and then gets the
   * last answer or an error; the lookup continues for later callers.
   */
  readonly timeouts?: { readonly connectMs: number; readonly totalMs: number; readonly answerMs?: number };
  readonly retry?: { readonly retries: number; readonly delayMs: number };
  /** Responses are cached for `ttlMs`, and served stale for `staleMs` while ArtifactHub fails. */
  readonly cache?: { readonly ttlMs: number; readonly staleMs: number; readonly maxEntries: number };
}

const tenMinutes = 10 * 60_000;
const oneDay = 24 * 60 * 60_000;
const maxBytes = 2_000_000;

/** A client of ArtifactHub that its creator closes. */
interface ArtifactHubClient extends SubchartVersionPort, ChartCatalogPort {
  /** Closes its connections; lookups in flight fail. */
  close(): Promise<void>;
}

/**
 * Creates a client that finds charts and their versions on ArtifactHub.
 *
 * @throws AppError `VALIDATION_ERROR` when the base URL is not allowed.
 */
export function createArtifactHubClient({
  baseUrl = 'https://artifacthub.io',
  clock = systemClock,
  timeouts: { connectMs, totalMs, answerMs = 2_000 } = { connectMs: 3_000, totalMs: 8_000 },
  retry = { retries: 2, delayMs: 250 },
  cache = { ttlMs: tenMinutes, staleMs: oneDay, maxEntries: 500 },
}: ArtifactHubOptions = {}): ArtifactHubClient {
  const http = createJsonClient({
    name: 'ArtifactHub',
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1/`,
    clock,
    connectTimeoutMs: connectMs,
    retries: retry.retries,
    retryDelayMs: retry.delayMs,
    maxBytes,
  });
  const slow = () =>
    new AppError({
      code: 'EXTERNAL_API_ERROR',
      message: `ArtifactHub at ${new URL(baseUrl).host} did not answer within ${answerMs / 1_000} s. Try again shortly.`,
      recoverable: true,
    });
  const caching = { ...cache, clock, wait: { ms: answerMs, slow } };
  const lookups = createStaleCache<ChartLookup>(caching);
  const searches = createStaleCache<readonly CatalogChart[]>(caching);
  const details = createStaleCache<CatalogChartDetail | undefined>(caching);
  const openApi = () => createArtifactHubApi(http, AbortSignal.timeout(totalMs));
  const ask = (wanted: WantedChart): Promise<ChartLookup> => lookUpChart(openApi(), wanted);
  const search = async (text: string) => (await openApi().search(text)).map(toCatalogChart);
  const show = async (repository: string, name: string) => {
    const found = await openApi().getPackage(repository, name);
    return found && toCatalogDetail(found);
  };

  return {
    async findLatest(wanted, signal) {
      const key = JSON.stringify([wanted.name, wanted.repository]).toLowerCase();
      // Callers share a lookup, so a caller's signal ends its own wait and not the lookup.
      const { value, ...state } = await waitFor(() => lookups.get(key, () => ask(wanted)), { signal });
      return { ...value, ...state };
    },

    async search(text, signal) {
      const key = text.toLowerCase();
      return (await waitFor(() => searches.get(key, () => search(text)), { signal })).value;
    },

    async getChart({ name, repository }, signal) {
      const key = JSON.stringify([repository, name]);
      const { value } = await waitFor(() => details.get(key, () => show(repository, name)), { signal });
      if (value) return value;
      throw new AppError({ code: 'NOT_FOUND', message: `ArtifactHub has no chart "${name}" of "${repository}".` });
    },

    close: () => http.close(),
  };
}
