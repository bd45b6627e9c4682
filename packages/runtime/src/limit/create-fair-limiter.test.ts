import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairLimiter, type FairLimiter } from './create-fair-limiter.ts';

const { signal } = new AbortController();

/** Creates work that ends on demand. */
function createJobs(limiter: FairLimiter) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (id: string, work: { tenant?: string; signal?: AbortSignal } = {}): Promise<string> =>
    limiter.run({ tenant: id.charAt(0), signal, ...work }, async () => {
      started.push(id);
      await new Promise<void>((resolve) => ends.set(id, resolve));
      return id;
    });
  const end = async (id: string): Promise<void> => {
    ends.get(id)?.();
    await new Promise(setImmediate);
  };
  return { started, add, end };
}

describe('createFairLimiter', () => {
  it('gives a free slot to the tenant with the fewest pieces of work running', async () => {
    const { started, add, end } = createJobs(createFairLimiter({ name: 'Work', concurrency: 2, maxQueued: 10 }));
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((id) => add(id));
    await new Promise(setImmediate);
    expect(started).toEqual(['a1', 'a2']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    expect(started.at(-1)).toBe('a3');
    await end('b1');
    expect(started.at(-1)).toBe('b2');
    for (const id of ['a3', 'b2', 'a4']) await end(id);
    expect(await Promise.all(all)).toHaveLength(6);
  });

  it('limits a tenant to its own limit while slots are free', async () => {
    const limits = { name: 'Work', concurrency: 3, tenantConcurrency: 1, maxQueued: 10 };
    const { started, add, end } = createJobs(createFairLimiter(limits));
    const all = ['a1', 'a2', 'b1'].map((id) => add(id));
    await new Promise(setImmediate);
    expect(started).toEqual(['a1', 'b1']);
    for (const id of ['a1', 'a2', 'b1']) await end(id);
    await Promise.all(all);
  });

  it('rejects work beyond the queue of its tenant and accepts that of others', async () => {
    const { add, end } = createJobs(createFairLimiter({ name: 'Rendering charts', concurrency: 1, maxQueued: 1 }));
    const all = [add('a1'), add('a2'), add('b1')];
    await expect(add('a3')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message:
        'Rendering charts: your organization already has 1 requests in the queue. Retry when some of them have finished.',
    });
    for (const id of ['a1', 'b1', 'a2']) await end(id);
    await Promise.all(all);
  });

  it('removes cancelled work from the queue', async () => {
    const { started, add, end } = createJobs(createFairLimiter({ name: 'Work', concurrency: 1, maxQueued: 1 }));
    const controller = new AbortController();
    const first = add('a1');
    const second = add('a2', { signal: controller.signal });
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(add('a3', { signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' });
    const fourth = add('a4');
    await end('a1');
    expect(started).toEqual(['a1', 'a4']);
    await end('a4');
    await Promise.all([first, fourth]);
  });

  it('frees the slot of work that fails', async () => {
    const limiter = createFairLimiter({ name: 'Work', concurrency: 1, maxQueued: 5 });
    const failing = limiter.run({ tenant: 'a', signal }, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await limiter.run({ tenant: 'a', signal }, () => Promise.resolve('next'))).toBe('next');
  });

  it('never exceeds its limits and finishes all work in any order', async () => {
    const tenants = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        tenants,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        async (list, concurrency, tenantConcurrency) => {
          const limiter = createFairLimiter({ name: 'Work', concurrency, tenantConcurrency, maxQueued: 40 });
          const running = new Map<string, number>();
          const count = (tenant: string, by: number) => running.set(tenant, (running.get(tenant) ?? 0) + by);
          const results = await Promise.all(
            list.map((tenant, index) =>
              limiter.run({ tenant, signal }, async () => {
                count(tenant, 1);
                expect(running.get(tenant)).toBeLessThanOrEqual(tenantConcurrency);
                expect([...running.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(concurrency);
                await new Promise(setImmediate);
                count(tenant, -1);
                return index;
              }),
            ),
          );
          expect(results).toEqual(list.map((_, index) => index));
        },
      ),
    );
  });
});
