import { systemClock, type Clock } from '../clock/clock.ts';

/** Outputs of tools with a `cache`, for one run or many. */
export interface ToolCache {
  get(key: string): { readonly output: unknown } | undefined;
  set(key: string, output: unknown, ttlMs: number): void;
}

/** Creates a cache in memory. Above `maxEntries` the entry that was set first is evicted. */
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
