import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TestClock } from '../../test/support/test-clock.ts';
import { createStaleCache } from './stale-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const clock = new TestClock();
  const slow = () => new Error('slow');
  const cache = createStaleCache<number>({ ttlMs: 100, staleMs: 1_000, maxEntries: 2, clock, wait: { ms: 50, slow } });
  let loads = 0;
  return { clock, cache, load: async () => ++loads, fail: () => Promise.reject(new Error('down')) };
}

it('a stale cache loads once while a value is fresh, and again after', async () => {
  const { clock, cache, load } = setUp();
  const asOf = clock.now();
  expect(await cache.get('a', load)).toEqual({ value: 1, freshness: 'live', asOf });
  clock.advance(99);
  expect(await cache.get('a', load)).toEqual({ value: 1, freshness: 'cached', asOf });
  clock.advance(1);
  expect(await cache.get('a', load)).toMatchObject({ value: 2, freshness: 'live' });
});

it('a stale cache shares one load among concurrent callers', async () => {
  const { cache, load } = setUp();
  const values = await Promise.all([cache.get('a', load), cache.get('a', load), cache.get('b', load)]);
  expect(values.map(({ value }) => value)).toEqual([1, 1, 2]);
});

it('a stale cache returns the old value while loading fails, until it is too old', async () => {
  const { clock, cache, load, fail } = setUp();
  await cache.get('a', load);
  clock.advance(999);
  expect(await cache.get('a', fail)).toMatchObject({ value: 1, freshness: 'stale' });
  clock.advance(1);
  await expect(cache.get('a', fail)).rejects.toThrow('down');
});

it('a stale cache loads again after a failure', async () => {
  const { cache, load, fail } = setUp();
  await expect(cache.get('a', fail)).rejects.toThrow('down');
  expect(await cache.get('a', load)).toMatchObject({ value: 1, freshness: 'live' });
});

it('a stale cache evicts the least recently used value', async () => {
  const { cache, load } = setUp();
  for (const key of ['a', 'b', 'c']) await cache.get(key, load);
  expect(await cache.get('c', load)).toMatchObject({ freshness: 'cached' });
  expect(await cache.get('a', load)).toMatchObject({ freshness: 'live' });
});

it('a stale cache returns the old value of a load that hangs, and its new value later', async () => {
  const { cache, clock, load } = setUp();
  await cache.get('a', load);
  clock.advance(100);
  const { promise, resolve } = Promise.withResolvers<number>();
  const waiting = cache.get('a', () => promise);
  await vi.advanceTimersByTimeAsync(50);
  expect(await waiting).toMatchObject({ value: 1, freshness: 'stale' });
  resolve(7);
  await vi.advanceTimersByTimeAsync(0);
  expect(await cache.get('a', load)).toMatchObject({ value: 7, freshness: 'cached' });
});

it('a stale cache fails a load that hangs when no old value is usable, and keeps its value for the next caller', async () => {
  const { cache, load } = setUp();
  const { promise, resolve } = Promise.withResolvers<number>();
  const waiting = cache.get('a', () => promise).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(50);
  expect(await waiting).toMatchObject({ message: 'slow' });
  resolve(7);
  await vi.advanceTimersByTimeAsync(0);
  expect(await cache.get('a', load)).toMatchObject({ value: 7, freshness: 'cached' });
});

it('a stale cache reports no error of a load that fails after its caller left', async () => {
  const { cache } = setUp();
  const { promise, reject } = Promise.withResolvers<number>();
  const waiting = cache.get('a', () => promise).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(50);
  expect(await waiting).toMatchObject({ message: 'slow' });
  reject(new Error('down'));
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});
