import { systemClock, type Clock } from '../clock/clock.ts';

/** Keeps what tools with a `cache` returned, for the callers of one run or of many. */
export interface ToolCache {
  get(key: string): { readonly output: unknown } | undefined;
  set(key: string, output: unknown, ttlMs: number): void;
}

/** Makes a cache in memory. The entry that was set longest ago makes room when there are more than `maxEntries`. */
export function createToolCache({
  maxEntries = 1000,
  clock = systemClock,
}: {
  readonly maxEntries?: number;
  readonly clock?: Clock;
} = {}): ToolCache {
  const entries = new Map<string, { readonly output: unknown; readonly until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined || entry.until > clock.now().getTime()) return entry;
      entries.delete(key);
      return undefined;
    },
    set(key, output, ttlMs) {
      entries.delete(key);
      entries.set(key, { output, until: clock.now().getTime() + ttlMs });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}
