import { afterAll, describe, expect, it } from 'vitest';
import { createWorkerPool, type WorkerPoolOptions } from './create-worker-pool.ts';

const options: WorkerPoolOptions = {
  name: 'Checking text',
  module: new URL('./__fixtures__/work.ts', import.meta.url),
  maxThreads: 1,
  maxMemoryMegabytes: 64,
  deadlineMs: 60_000,
  maxQueued: 20,
};
const { signal } = new AbortController();
const pool = createWorkerPool(options);
afterAll(() => pool.close());
const double = (value: number, tenant = 'a') => pool.run({ kind: 'double', value }, { tenant, signal });

describe('createWorkerPool', () => {
  it('returns the result of the module', async () => {
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  });

  it('gives threads an empty environment', async () => {
    expect(await pool.run({ kind: 'environment' }, { tenant: 'a', signal })).toEqual([]);
  });

  it('terminates running work when its signal fires and starts the next', async () => {
    const controller = new AbortController();
    const spinning = pool.run({ kind: 'spin' }, { tenant: 'a', signal: controller.signal });
    const next = double(4, 'b');
    controller.abort();
    await expect(spinning).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await next).toBe(8);
  });

  it('terminates work at its deadline and starts the next', async () => {
    const hasty = createWorkerPool({ ...options, deadlineMs: 50 });
    const spinning = hasty.run({ kind: 'spin' }, { tenant: 'a', signal });
    await expect(spinning).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'Checking text: not finished within 0.05 s. Retry with a smaller or simpler input.',
    });
    await hasty.close();
  });

  it('fails no work of another tenant when threads that are terminated run out of memory', {
    timeout: 60_000,
  }, async () => {
    const shared = createWorkerPool({ ...options, maxThreads: 2, maxMemoryMegabytes: 30 });
    const startedAt = performance.now();
    await shared.run({ kind: 'allocate' }, { tenant: 'a', signal }).catch(() => undefined);
    const lifeMs = performance.now() - startedAt;
    const failures: unknown[] = [];
    let isDone = false;
    const working = (async () => {
      while (!isDone) {
        await shared
          .run({ kind: 'wait', ms: 100 }, { tenant: 'b', signal })
          .catch((error: unknown) => failures.push(error));
      }
    })();
    // The moments at which a thread is terminated while it runs out of memory are not known.
    for (let share = 0.3; share < 1; share += 0.03) {
      const timeout = AbortSignal.timeout(Math.round(lifeMs * share));
      await shared.run({ kind: 'allocate' }, { tenant: 'a', signal: timeout }).catch(() => undefined);
    }
    isDone = true;
    await working;
    await shared.close();
    expect(failures).toEqual([]);
  });

  it.each([
    ['allocate', 'PAYLOAD_TOO_LARGE'],
    ['unknown', 'INTERNAL_ERROR'],
  ])('fails work of the kind "%s" with %s and runs the next', async (kind, code) => {
    await expect(pool.run({ kind }, { tenant: 'a', signal })).rejects.toMatchObject({ code });
    expect(await double(5)).toBe(10);
  });

  it('runs one piece of another tenant after at most one more of a tenant with twenty', async () => {
    const finished: string[] = [];
    const note = (tenant: string) => double(1, tenant).then(() => finished.push(tenant));
    const all = Array.from({ length: 21 }, () => note('a'));
    all.push(note('b'));
    await Promise.all(all);
    expect(finished.indexOf('b')).toBeLessThanOrEqual(1);
  });

  it('keeps a thread free for other tenants while one tenant has endless work', async () => {
    const shared = createWorkerPool({ ...options, maxThreads: 2 });
    const endless = Promise.allSettled([1, 2].map(() => shared.run({ kind: 'spin' }, { tenant: 'a', signal })));
    expect(await shared.run({ kind: 'double', value: 2 }, { tenant: 'b', signal })).toBe(4);
    await shared.close();
    expect(await endless).toMatchObject([{ reason: { code: 'ABORTED' } }, { reason: { code: 'ABORTED' } }]);
  });

  it('rejects work beyond the queue of its tenant only', async () => {
    const all = Array.from({ length: 21 }, () => double(1));
    await expect(double(4)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await double(5, 'b')).toBe(10);
    await Promise.all(all);
  });

  it('fails work at once when its module cannot be loaded', async () => {
    const broken = createWorkerPool({ ...options, module: new URL('./__fixtures__/absent.ts', import.meta.url) });
    await expect(broken.run({}, { tenant: 'a', signal })).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      cause: { message: expect.stringContaining('absent.ts') },
    });
    await broken.close();
  });

  it('rejects work once it is closed', async () => {
    const closed = createWorkerPool(options);
    await closed.close();
    await expect(closed.run({ kind: 'double', value: 1 }, { tenant: 'a', signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });
});
