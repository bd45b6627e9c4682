import { systemClock, waitFor, type Clock } from '@shipmate/core';
import { createStaleCache } from '../../cache/stale-cache.ts';
import { createJsonClient } from '../../http/json-client.ts';
import type { SubchartVersionPort } from '../subchart-version-port.ts';
import { createArtifactHubApi } from './artifact-hub-api.ts';
import type { WantedChart } from './rank-packages.ts';
import { lookUpChart, type ChartLookup } from './look-up-chart.ts';

/** Where ArtifactHub is and how patiently it is asked; every field has a default. Times are in milliseconds. */
export interface ArtifactHubOptions {
  /** Default `https://artifacthub.io`. Plain http is for local and private hosts only. */
  readonly baseUrl?: string;
  readonly clock?: Clock;
  /** `totalMs` is for one lookup with all its requests and retries. */
  readonly timeouts?: { readonly connectMs: number; readonly totalMs: number };
  readonly retry?: { readonly retries: number; readonly delayMs: number };
  /** Answers are repeated for `ttlMs`, and for `staleMs` while ArtifactHub fails. */
  readonly cache?: { readonly ttlMs: number; readonly staleMs: number; readonly maxEntries: number };
}

const tenMinutes = 10 * 60_000;
const oneDay = 24 * 60 * 60_000;
const maxBytes = 2_000_000;

/**
 * Looks chart versions up on ArtifactHub.
 *
 * @throws AppError `VALIDATION_ERROR` when the base URL is not an allowed one.
 */
export function createArtifactHubClient({
  baseUrl = 'https://artifacthub.io',
  clock = systemClock,
  timeouts = { connectMs: 3_000, totalMs: 8_000 },
  retry = { retries: 2, delayMs: 250 },
  cache = { ttlMs: tenMinutes, staleMs: oneDay, maxEntries: 500 },
}: ArtifactHubOptions = {}): SubchartVersionPort {
  const http = createJsonClient({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1/`,
    clock,
    connectTimeoutMs: timeouts.connectMs,
    retries: retry.retries,
    retryDelayMs: retry.delayMs,
    maxBytes,
  });
  const lookups = createStaleCache<ChartLookup>({ ...cache, clock });

  const ask = (wanted: WantedChart): Promise<ChartLookup> =>
    lookUpChart(createArtifactHubApi(http, AbortSignal.timeout(timeouts.totalMs)), wanted);

  return {
    async findLatest(wanted, signal) {
      const key = JSON.stringify([wanted.name, wanted.repository]).toLowerCase();
      // Callers share a lookup, so the signal of one ends its waiting and not the lookup.
      const { value, ...state } = await waitFor(() => lookups.get(key, () => ask(wanted)), { signal });
      return { ...value, ...state };
    },
  };
}
