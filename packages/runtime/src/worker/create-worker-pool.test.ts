import { afterAll, describe, expect, it } from 'vitest';
import { createWorkerPool, type WorkerPoolOptions } from './create-worker-pool.ts';

const options: WorkerPoolOptions = {
  name: 'Checking text',
  module: new URL('./__fixtures__/work.ts', import.meta.url),
  maxThreads: 1,
  maxMemoryMegabytes: 64,
  deadlineMs: 60_000,
  maxQueued: 2,
};
const { signal } = new AbortController();
const pool = createWorkerPool(options);
afterAll(() => pool.close());
const double = (value: number, tenant = 'a') => pool.run({ kind: 'double', value }, { tenant, signal });

describe('createWorkerPool', () => {
  it('returns the result of the module', async () => {
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  });

  it('shows threads none of the environment', async () => {
    expect(await pool.run({ kind: 'environment' }, { tenant: 'a', signal })).toEqual([]);
  });

  it('terminates work whose signal fires, and goes on with the next', async () => {
    const controller = new AbortController();
    const spinning = pool.run({ kind: 'spin' }, { tenant: 'a', signal: controller.signal });
    const next = double(4, 'b');
    controller.abort();
    await expect(spinning).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await next).toBe(8);
  });

  it('terminates work at its deadline', async () => {
    const hasty = createWorkerPool({ ...options, deadlineMs: 50 });
    const spinning = hasty.run({ kind: 'spin' }, { tenant: 'a', signal });
    await expect(spinning).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'Checking text: not finished within 0.05 s. Try it with a smaller or simpler input.',
    });
    await hasty.close();
  });

  it.each([
    ['allocate', 'PAYLOAD_TOO_LARGE'],
    ['unknown', 'INTERNAL_ERROR'],
  ])('fails work that ends with %s as %s', async (kind, code) => {
    await expect(pool.run({ kind }, { tenant: 'a', signal })).rejects.toMatchObject({ code });
    expect(await double(5)).toBe(10);
  });

  it('refuses work beyond the queue of its tenant only', async () => {
    const all = [double(1), double(2), double(3)];
    await expect(double(4)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await double(5, 'b')).toBe(10);
    expect(await Promise.all(all)).toEqual([2, 4, 6]);
  });
});
