import { silentLogger } from '@shipmate/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchReaders } from './watch-readers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const graceMs = 10_000;

/** Watches a run with fake readers; `onAbandoned` records how often it was found abandoned. */
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

it('watchReaders reports a run at once when it was taken over and has had no reader for the grace period', async () => {
  const { onAbandoned } = watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(onAbandoned).toHaveBeenCalledOnce();
});

it('watchReaders waits for the first reader when the run is new', async () => {
  const { onAbandoned } = watch({ isNew: true });
  await vi.advanceTimersByTimeAsync(graceMs - 1);
  expect(onAbandoned).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onAbandoned).toHaveBeenCalledOnce();
});

it('watchReaders reports a run once when its readers disappear without notice', async () => {
  const { onAbandoned } = watch({ readFor: 60_000 });
  await vi.advanceTimersByTimeAsync(60_000 + graceMs - 1);
  expect(onAbandoned).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(graceMs * 10);
  expect(onAbandoned).toHaveBeenCalledOnce();
});

it.each([{ fails: true }, { readFor: Infinity }])(
  'watchReaders reports no run when its readers are unknown or present: %o',
  async (as) => {
    const { onAbandoned, stop } = watch(as);
    await vi.advanceTimersByTimeAsync(graceMs * 10);
    stop();
    expect(onAbandoned).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  },
);
