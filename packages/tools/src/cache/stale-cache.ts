import type { Clock } from '@shipmate/core';
import { LRUCache } from 'lru-cache';

/** A cached value and its freshness; `stale` when loading it again failed. */
interface CachedValue<Value> {
  readonly value: Value;
  readonly freshness: 'live' | 'cached' | 'stale';
  readonly asOf: Date;
}

/** A cache of loaded values. Concurrent callers of the same key share one load. */
interface StaleCache<Value> {
  /** **Contract.** Throws the error of `load`, or of a wait that is over, only when no usable value is cached. */
  get(key: string, load: () => Promise<Value>): Promise<CachedValue<Value>>;
}

/** Options for {@link createStaleCache}. Times are in milliseconds. */
interface StaleCacheOptions {
  readonly ttlMs: number;
  readonly staleMs: number;
  readonly maxEntries: number;
  readonly clock: Clock;
  /** How long a caller waits for a load, and the error after that. The load continues for later callers. */
  readonly wait?: { readonly ms: number; slow(): Error };
}

/** Creates a cache: values are fresh for `ttlMs`, and served stale for `staleMs` while loading fails or hangs. */
export function createStaleCache<Value>(options: StaleCacheOptions): StaleCache<Value> {
  const entries = new LRUCache<string, { readonly value: Value; readonly asOf: Date }>({ max: options.maxEntries });
  const loads = new Map<string, Promise<CachedValue<Value>>>();
  const ageOf = (asOf: Date) => options.clock.now().getTime() - asOf.getTime();

  function staleOr(key: string, error: unknown): CachedValue<Value> {
    const known = entries.get(key);
    if (known && ageOf(known.asOf) < options.staleMs) return { ...known, freshness: 'stale' };
    throw error;
  }

  async function waitFor(key: string, loading: Promise<CachedValue<Value>>): Promise<CachedValue<Value>> {
    const { wait } = options;
    if (wait === undefined) return loading;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const slow = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(wait.slow()), wait.ms);
    });
    try {
      return await Promise.race([loading, slow.catch((error: unknown) => staleOr(key, error))]);
    } finally {
      clearTimeout(timer);
      // A load that fails later may have no caller left to receive its error.
      loading.catch(() => undefined);
    }
  }

  async function refresh(key: string, load: () => Promise<Value>): Promise<CachedValue<Value>> {
    try {
      const entry = { value: await load(), asOf: options.clock.now() };
      entries.set(key, entry);
      return { ...entry, freshness: 'live' };
    } catch (error) {
      return staleOr(key, error);
    } finally {
      loads.delete(key);
    }
  }

  return {
    async get(key, load) {
      const known = entries.get(key);
      if (known && ageOf(known.asOf) < options.ttlMs) return { ...known, freshness: 'cached' };
      const loading = loads.get(key) ?? refresh(key, load);
      loads.set(key, loading);
      return waitFor(key, loading);
    },
  };
}
