import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from './wait-for.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const quiet = new AbortController().signal;
const never = (): Promise<never> => new Promise(() => undefined);

/** What a promise comes to, with the number of timers that are left then. */
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
])('settles as work that %s', async (_, work, outcome) => {
  expect(await outcomeOf(waitFor<string>(work, { signal: quiet, timeoutMs: 100 }))).toEqual(outcome);
});

it('stops waiting when the time is up, and tells the work', async () => {
  const work = vi.fn<(signal: AbortSignal) => Promise<never>>(never);
  const outcome = outcomeOf(waitFor(work, { signal: quiet, timeoutMs: 100 }));
  const [signal] = work.mock.calls[0] ?? [];
  await vi.advanceTimersByTimeAsync(99);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toEqual(rejectedWith('TIMEOUT'));
  expect(signal?.reason).toMatchObject({ code: 'TIMEOUT' });
});

it('stops waiting at once when the signal fires', async () => {
  const controller = new AbortController();
  const outcome = outcomeOf(waitFor(never, { signal: controller.signal, timeoutMs: 100 }));
  controller.abort();
  expect(await outcome).toEqual(rejectedWith('ABORTED'));
});

it('does not begin once the signal has fired', async () => {
  const work = vi.fn<() => Promise<void>>();
  expect(await outcomeOf(waitFor(work, { signal: AbortSignal.abort() }))).toEqual(rejectedWith('ABORTED'));
  expect(work).not.toHaveBeenCalled();
});

it('gives the work its time of grace to end by itself', async () => {
  const controller = new AbortController();
  const endsLater = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => setTimeout(() => resolve('last words'), 40));
    });
  const patience = { signal: controller.signal, graceMs: 50 };
  const outcomes = [endsLater, never].map((work) => outcomeOf(waitFor<string>(work, patience)));
  controller.abort();
  await vi.runAllTimersAsync();
  expect(await Promise.all(outcomes)).toEqual([{ resolved: 'last words', timers: 1 }, rejectedWith('ABORTED')]);
});

it('takes a time-out that no timer can hold', async () => {
  const controller = new AbortController();
  const outcome = outcomeOf(waitFor(never, { signal: controller.signal, timeoutMs: Infinity }));
  await vi.advanceTimersByTimeAsync(1_000_000);
  controller.abort();
  expect(await outcome).toEqual(rejectedWith('ABORTED'));
});
