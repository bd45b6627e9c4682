import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor, Waits } from './waits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const never = (): Promise<never> => new Promise(() => undefined);

it('Waits uses one listener and one timer for all of its waits and removes both when it is closed', async () => {
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

it('Waits rejects each wait at its own time limit in whatever order they began', async () => {
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

it('Waits rejects every wait when the signal fires, those with a grace period last', async () => {
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

const quiet = new AbortController().signal;
/** The outcome of a promise, with the number of timers that are left. */
function outcomeOf(promise: Promise<unknown>): Promise<object> {
  return promise.then(
    (resolved) => ({ resolved, timers: vi.getTimerCount() }),
    (rejected: unknown) => ({ rejected, timers: vi.getTimerCount() }),
  );
}

const rejectedWith = (code: string): object => ({ rejected: expect.objectContaining({ code }), timers: 0 });

it.each([
  ['resolves', async () => 'done', { resolved: 'done', timers: 0 }],
  ['rejects', () => Promise.reject(new Error('no')), { rejected: new Error('no'), timers: 0 }],
  [
    'throws at once',
    () => {
      throw new Error('no');
    },
    { rejected: new Error('no'), timers: 0 },
  ],
])('waitFor settles as work that %s', async (_, work, outcome) => {
  expect(await outcomeOf(waitFor<string>(work, { signal: quiet, timeoutMs: 100 }))).toEqual(outcome);
});

it('waitFor rejects at its time limit and aborts the signal of the work', async () => {
  const work = vi.fn<(signal: AbortSignal) => Promise<never>>(never);
  const outcome = outcomeOf(waitFor(work, { signal: quiet, timeoutMs: 100 }));
  const [signal] = work.mock.calls[0] ?? [];
  await vi.advanceTimersByTimeAsync(99);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toEqual(rejectedWith('TIMEOUT'));
  expect(signal?.reason).toMatchObject({ code: 'TIMEOUT' });
});

it('waitFor rejects at once when the signal fires', async () => {
  const controller = new AbortController();
  const outcome = outcomeOf(waitFor(never, { signal: controller.signal, timeoutMs: 100 }));
  controller.abort();
  expect(await outcome).toEqual(rejectedWith('ABORTED'));
});

it('waitFor does not begin the work when the signal has fired', async () => {
  const work = vi.fn<() => Promise<void>>();
  expect(await outcomeOf(waitFor(work, { signal: AbortSignal.abort() }))).toEqual(rejectedWith('ABORTED'));
  expect(work).not.toHaveBeenCalled();
});

it('waitFor resolves with work that ends within its grace period', async () => {
  const controller = new AbortController();
  const endsLater = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => setTimeout(() => resolve('last words'), 40));
    });
  const options = { signal: controller.signal, graceMs: 50 };
  const outcomes = [endsLater, never].map((work) => outcomeOf(waitFor<string>(work, options)));
  controller.abort();
  await vi.runAllTimersAsync();
  expect(await Promise.all(outcomes)).toEqual([{ resolved: 'last words', timers: 1 }, rejectedWith('ABORTED')]);
});

it('Waits ends no work twice: neither the signal of completed work nor work that timed out with a grace period', async () => {
  const controller = new AbortController();
  const waits = new Waits(controller.signal);
  const completed = await waits.for(async (signal) => signal);
  const timedOut = outcomeOf(waits.for(never, { timeoutMs: 20, graceMs: 50 }));
  await vi.advanceTimersByTimeAsync(20);
  expect(await timedOut).toEqual(rejectedWith('TIMEOUT'));
  controller.abort();
  expect([completed.aborted, vi.getTimerCount()]).toEqual([false, 0]);
});

it('waitFor sets no timer that the platform would fire at once', async () => {
  const outcome = outcomeOf(waitFor(never, { signal: new AbortController().signal, timeoutMs: 2 ** 32 }));
  vi.advanceTimersToNextTimer();
  expect(performance.now()).toBeGreaterThan(1_000_000);
  await vi.runAllTimersAsync();
  expect(await outcome).toEqual(rejectedWith('TIMEOUT'));
});

it('waitFor accepts a time limit that is longer than any timer', async () => {
  const controller = new AbortController();
  const outcome = outcomeOf(waitFor(never, { signal: controller.signal, timeoutMs: Infinity }));
  await vi.advanceTimersByTimeAsync(1_000_000);
  controller.abort();
  expect(await outcome).toEqual(rejectedWith('ABORTED'));
});
