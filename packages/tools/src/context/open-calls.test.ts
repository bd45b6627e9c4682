import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createOpenCalls } from './open-calls.ts';

const { signal } = new AbortController();

/** Waits for the signal, then for `cleanUp`, as a program does that is killed and writes its last output. */
async function untilAborted(active: AbortSignal, cleanUp: Promise<void> = Promise.resolve()): Promise<never> {
  await new Promise((resolve) => active.addEventListener('abort', resolve, { once: true }));
  await cleanUp;
  throw active.reason;
}

it('OpenCalls aborts its calls when it is closed, and waits until they have ended', async () => {
  const calls = createOpenCalls('helm');
  const cleanUp = Promise.withResolvers<void>();
  const call = calls.run(signal, (active) => untilAborted(active, cleanUp.promise));
  const closed = calls.close().then(() => 'closed');
  expect(await Promise.race([closed, Promise.resolve('waiting')])).toBe('waiting');
  cleanUp.resolve();
  expect(await closed).toBe('closed');
  await expect(call).rejects.toMatchObject({ code: 'ABORTED', message: /helm is closed/ });
});

it('OpenCalls refuses a call when it is closed', async () => {
  const calls = createOpenCalls('helm');
  await Promise.all([calls.close(), calls.close()]);
  const call = calls.run(signal, async () => 'done');
  await expect(call).rejects.toSatisfy((thrown) => AppError.isInstance(thrown) && thrown.code === 'ABORTED');
});

it('OpenCalls aborts one call when its caller cancels, and returns the results of others', async () => {
  const calls = createOpenCalls('helm');
  const caller = new AbortController();
  const cancelled = calls.run(caller.signal, (active) => untilAborted(active));
  caller.abort(new Error('cancelled'));
  await expect(cancelled).rejects.toThrow('cancelled');
  expect(await calls.run(signal, async () => 'done')).toBe('done');
});
