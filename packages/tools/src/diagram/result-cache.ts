import type { CodeMapSnapshot } from '@shipmate/domain/code-map';
import { LRUCache } from 'lru-cache';

/** Keeps results that were computed from snapshots, up to a number of bytes of all snapshots together. */
interface ResultCache {
  /** Returns the result that `compute` gave for this snapshot and key before, else computes it. A failure is not kept. */
  get<Result extends object>(
    snapshot: CodeMapSnapshot,
    key: string,
    compute: () => Promise<CachedResult<Result>>,
  ): Promise<Result>;
}

/** A result; one that is not complete is not kept. */
interface CachedResult<Result> {
  readonly result: Result;
  /** Estimated memory, in bytes. */
  readonly bytes: number;
  readonly isComplete: boolean;
}

/** Creates a cache that drops the least recently used results beyond `maxBytes`. */
export function createResultCache(maxBytes: number): ResultCache {
  // A snapshot is named by a number, so that the results of one that is read again under other names are not reused.
  const numbers = new WeakMap<CodeMapSnapshot, number>();
  let last = 0;
  const results = new LRUCache<string, object>({ maxSize: maxBytes });

  function numberOf(snapshot: CodeMapSnapshot): number {
    const known = numbers.get(snapshot);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(snapshot, last);
    return last;
  }

  return {
    async get<Result extends object>(
      snapshot: CodeMapSnapshot,
      key: string,
      compute: () => Promise<CachedResult<Result>>,
    ): Promise<Result> {
      const name = `${numberOf(snapshot)} ${key}`;
      const known = results.get(name);
      if (known !== undefined) return known as Result;
      const { result, bytes, isComplete } = await compute();
      if (isComplete) results.set(name, result, { size: Math.max(1, Math.ceil(bytes + 2 * name.length)) });
      return result;
    },
  };
}
