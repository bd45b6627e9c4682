import { afterEach, expect, it, vi } from 'vitest';
import { sleep } from './sleep.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('sleep resolves after its delay and removes its listener', async () => {
  vi.useFakeTimers();
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const isOver = vi.fn<() => void>();
  const waiting = sleep(50, signal).then(isOver);
  await vi.advanceTimersByTimeAsync(49);
  expect(isOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener));
});

it.each([
  ['before it begins', 0],
  ['on the way', 10],
])('sleep rejects with ABORTED when the signal fires %s', async (_, firesAfter) => {
  vi.useFakeTimers();
  const controller = new AbortController();
  if (firesAfter === 0) controller.abort();
  else setTimeout(() => controller.abort(), firesAfter);
  await Promise.all([
    expect(sleep(50, controller.signal)).rejects.toMatchObject({ code: 'ABORTED' }),
    vi.advanceTimersByTimeAsync(firesAfter),
  ]);
  expect(vi.getTimerCount()).toBe(0);
});
