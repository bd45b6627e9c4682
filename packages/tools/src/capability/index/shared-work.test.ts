import { expect, it } from 'vitest';
import { SharedWork } from './shared-work.ts';

/** Creates work that ends on demand, and counts its starts and aborts. */
function createWork() {
  const work = Promise.withResolvers<void>();
  const seen = { begun: 0, stopped: 0 };
  const begin = (signal: AbortSignal): Promise<void> => {
    seen.begun += 1;
    signal.addEventListener('abort', () => (seen.stopped += 1));
    return work.promise;
  };
  return { ...work, seen, begin };
}

const never = new AbortController().signal;

it('shared work starts once for all waiting callers, and again afterwards', async () => {
  const shared = new SharedWork();
  const { begin, resolve, seen } = createWork();
  const waits = [shared.wait('a', begin, never), shared.wait('a', begin, never)];
  expect(seen.begun).toBe(1);
  resolve();
  await Promise.all(waits);
  await shared.wait('a', begin, never);
  expect(seen.begun).toBe(2);
});

it('shared work is separate for another name', async () => {
  const shared = new SharedWork();
  const { begin, resolve, seen } = createWork();
  const waits = [shared.wait('a', begin, never), shared.wait('b', begin, never)];
  resolve();
  await Promise.all(waits);
  expect(seen.begun).toBe(2);
});

it('shared work continues while a caller waits and is aborted when none does', async () => {
  const shared = new SharedWork();
  const { begin, seen } = createWork();
  const [one, other] = [new AbortController(), new AbortController()];
  const waits = [shared.wait('a', begin, one.signal), shared.wait('a', begin, other.signal)];
  one.abort(new Error('gone'));
  await expect(waits[0]).rejects.toThrow('gone');
  expect(seen.stopped).toBe(0);
  other.abort(new Error('gone too'));
  await expect(waits[1]).rejects.toThrow('gone too');
  expect(seen.stopped).toBe(1);
});

it('shared work fails for all callers and can start again', async () => {
  const shared = new SharedWork();
  const { begin, reject, seen } = createWork();
  const waits = [shared.wait('a', begin, never), shared.wait('a', begin, never)];
  reject(new Error('broken'));
  for (const outcome of await Promise.allSettled(waits)) expect(outcome.status).toBe('rejected');
  await expect(shared.wait('a', begin, never)).rejects.toThrow('broken');
  expect(seen.begun).toBe(2);
});
