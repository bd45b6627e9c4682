import { silentLogger } from '@shipmate/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchReaders } from './watch-readers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const graceMs = 10_000;

/** Watches a run, and tells how often it was found abandoned. */
function watch({ isNew = false, readFor = 0, fails = false } = {}) {
  const readUntil = Date.now() + readFor;
  const onAbandoned = vi.fn<() => void>();
  const stop = watchReaders({
    runs: {
      async wasReadWithin(_runId, ms) {
        if (fails) throw new Error('The database is away.');
        return readFor > 0 && Date.now() < readUntil + ms;
      },
    },
    runId: 'r',
    graceMs,
    isNew,
    logger: silentLogger,
    onAbandoned,
  });
  return { onAbandoned, stop };
}

it('finds a run at once that was taken over when nobody had read it for long', async () => {
  const { onAbandoned } = watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(onAbandoned).toHaveBeenCalledOnce();
});

it('waits for the first reader of a new run', async () => {
  const { onAbandoned } = watch({ isNew: true });
  await vi.advanceTimersByTimeAsync(graceMs - 1);
  expect(onAbandoned).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onAbandoned).toHaveBeenCalledOnce();
});

it('finds a run whose readers went without a word, once', async () => {
  const { onAbandoned } = watch({ readFor: 60_000 });
  await vi.advanceTimersByTimeAsync(60_000 + graceMs - 1);
  expect(onAbandoned).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(graceMs * 10);
  expect(onAbandoned).toHaveBeenCalledOnce();
});

it.each([{ fails: true }, { readFor: Infinity }])(
  'finds no run abandoned of which that is not known: %o',
  async (as) => {
    const { onAbandoned, stop } = watch(as);
    await vi.advanceTimersByTimeAsync(graceMs * 10);
    stop();
    expect(onAbandoned).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  },
);
