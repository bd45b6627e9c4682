import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Waits } from './waits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const never = (): Promise<never> => new Promise(() => undefined);

it('listens once and has one timer, however much is waited for, and leaves neither behind', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const waits = new Waits(signal);
  const results = [30, 20, 10].map((timeoutMs) => waits.for(async () => timeoutMs, { timeoutMs }));
  expect(vi.getTimerCount()).toBe(1);
  expect(await Promise.all(results)).toEqual([30, 20, 10]);
  waits.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(added).toHaveBeenCalledTimes(1);
  expect(removed.mock.calls[0]?.slice(0, 2)).toEqual(added.mock.calls[0]?.slice(0, 2));
});

it('leaves each piece of work behind when its own time is up, in whatever order they began', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 8 }), async (limits) => {
      const waits = new Waits(new AbortController().signal);
      const start = performance.now();
      const left = limits.map((timeoutMs) =>
        waits.for(never, { timeoutMs }).catch((error: unknown) => ({ error, after: performance.now() - start })),
      );
      await vi.runAllTimersAsync();
      expect(await Promise.all(left)).toEqual(
        limits.map((after) => ({ error: expect.objectContaining({ code: 'TIMEOUT' }), after })),
      );
      waits.close();
    }),
  );
});

it('stops all that is waited for when the signal fires, those with a time of grace last', async () => {
  const controller = new AbortController();
  const waits = new Waits(controller.signal);
  const over: string[] = [];
  const note = (name: string) => (): number => over.push(name);
  const waiting = [
    waits.for(never, { graceMs: 50 }).catch(note('graceful')),
    waits.for(never, { timeoutMs: 1000 }).catch(note('timed')),
    waits.for(never).catch(note('plain')),
  ];
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(over).toEqual(['timed', 'plain']);
  await vi.advanceTimersByTimeAsync(50);
  await Promise.all(waiting);
  expect(over).toEqual(['timed', 'plain', 'graceful']);
});
