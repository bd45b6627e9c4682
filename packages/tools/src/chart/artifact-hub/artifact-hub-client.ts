import { systemClock, type Clock } from '@shipmate/core';
import { createStaleCache } from '../../cache/stale-cache.ts';
import { abortable } from '../../http/abortable.ts';
import { createJsonClient } from '../../http/json-client.ts';
import type { SubchartVersionPort } from '../subchart-version-port.ts';
import { lookUpChart, type ChartLookup } from './look-up-chart.ts';

/** Where ArtifactHub is and how patiently it is asked; every field has a default. Times are in milliseconds. */
export interface ArtifactHubOptions {
  /** Default `https://artifacthub.io`. Plain http is for local and private hosts only. */
  readonly baseUrl?: string;
  readonly clock?: Clock;
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
    totalTimeoutMs: timeouts.totalMs,
    retries: retry.retries,
    retryDelayMs: retry.delayMs,
    maxBytes,
  });
  const lookups = createStaleCache<ChartLookup>({ ...cache, clock });

  return {
    async findLatest({ name, repository }, signal) {
      const key = JSON.stringify([name.toLowerCase(), repository?.toLowerCase()]);
      const lookup = lookups.get(key, () => lookUpChart(http, { name, repository }));
      const { value, freshness, asOf } = await abortable(lookup, signal);
      return { ...value, freshness, asOf };
    },
  };
}
