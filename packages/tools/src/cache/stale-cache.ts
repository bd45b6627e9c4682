import type { Clock } from '@shipmate/core';
import { LRUCache } from 'lru-cache';

/** A cached value and its freshness; `stale` when loading it again failed. */
export interface CachedValue<Value> {
  readonly value: Value;
  readonly freshness: 'live' | 'cached' | 'stale';
  readonly asOf: Date;
}

/** A cache of loaded values. Concurrent callers of the same key share one load. */
export interface StaleCache<Value> {
  /** **Contract.** Throws the error of `load` only when no usable value is cached. */
  get(key: string, load: () => Promise<Value>): Promise<CachedValue<Value>>;
}

/** Creates a cache: values are fresh for `ttlMs`, and served stale for `staleMs` while loading fails. */
export function createStaleCache<Value>(options: {
  readonly ttlMs: number;
  readonly staleMs: number;
  readonly maxEntries: number;
  readonly clock: Clock;
}): StaleCache<Value> {
  const entries = new LRUCache<string, { readonly value: Value; readonly asOf: Date }>({ max: options.maxEntries });
  const loads = new Map<string, Promise<CachedValue<Value>>>();
  const ageOf = (asOf: Date) => options.clock.now().getTime() - asOf.getTime();

  async function refresh(key: string, load: () => Promise<Value>): Promise<CachedValue<Value>> {
    try {
      const entry = { value: await load(), asOf: options.clock.now() };
      entries.set(key, entry);
      return { ...entry, freshness: 'live' };
    } catch (error) {
      const known = entries.get(key);
      if (known && ageOf(known.asOf) < options.staleMs) return { ...known, freshness: 'stale' };
      throw error;
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
      return loading;
    },
  };
}
