import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ByteBudget, type ByteClaim, createByteBudget } from './create-byte-budget.ts';

const { signal } = new AbortController();

const nextTurn = (): Promise<void> => new Promise(setImmediate);

/** Creates work that ends on demand; its id begins with its tenant. */
function createJobs(budget: ByteBudget) {
  const started: string[] = [];
  const claims = new Map<string, ByteClaim>();
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const add = (id: string, bytes: number, work: { signal?: AbortSignal } = {}): Promise<string> =>
    budget.run({ tenant: id.charAt(0), bytes, signal, ...work }, async (claim) => {
      const end = Promise.withResolvers<void>();
      started.push(id);
      claims.set(id, claim);
      ends.set(id, end);
      await end.promise;
      return id;
    });
  const end = async (id: string): Promise<void> => {
    ends.get(id)?.resolve();
    await nextTurn();
  };
  const fail = async (id: string): Promise<void> => {
    ends.get(id)?.reject(new Error('failed'));
    await nextTurn();
  };
  return { started, claims, add, end, fail };
}

describe('createByteBudget', () => {
  it('gives free bytes to the tenant that holds the fewest', async () => {
    const { started, add, end } = createJobs(createByteBudget({ name: 'Work', bytes: 100, maxQueued: 9 }));
    const all = [add('a1', 50), add('a2', 50), add('a3', 50), add('b1', 50), add('b2', 50)];
    await nextTurn();
    expect(started).toEqual(['a1', 'a2']);
    await end('a1');
    expect(started.at(-1)).toBe('b1');
    await end('a2');
    expect(started.at(-1)).toBe('a3');
    for (const id of ['b1', 'a3', 'b2']) await end(id);
    expect(await Promise.all(all)).toHaveLength(5);
  });

  it('limits a tenant to its own share while bytes are free', async () => {
    const options = { name: 'Work', bytes: 100, tenantBytes: 60, maxQueued: 9 };
    const { started, add, end } = createJobs(createByteBudget(options));
    const all = [add('a1', 60), add('a2', 10), add('b1', 40)];
    await nextTurn();
    expect(started).toEqual(['a1', 'b1']);
    for (const id of ['a1', 'a2', 'b1']) await end(id);
    await Promise.all(all);
  });

  it('waits for the bytes of a large claim although a smaller one of a tenant that holds more would fit', async () => {
    const { started, add, end } = createJobs(createByteBudget({ name: 'Work', bytes: 100, maxQueued: 9 }));
    const all = [add('a1', 40), add('a2', 40), add('b1', 100), add('a3', 10)];
    await nextTurn();
    expect(started).toEqual(['a1', 'a2']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2']);
    await end('a2');
    expect(started.at(-1)).toBe('b1');
    for (const id of ['b1', 'a3']) await end(id);
    await Promise.all(all);
  });

  it('starts work with the bytes that another claim releases early', async () => {
    const budget = createByteBudget({ name: 'Work', bytes: 100, maxQueued: 9 });
    const { started, claims, add, end } = createJobs(budget);
    const all = [add('a1', 100), add('b1', 70)];
    await nextTurn();
    claims.get('a1')?.shrink(30);
    claims.get('a1')?.shrink(90);
    expect(claims.get('a1')?.bytes).toBe(30);
    await nextTurn();
    expect([started, budget.charged, budget.peak]).toEqual([['a1', 'b1'], 100, 100]);
    for (const id of ['a1', 'b1']) await end(id);
    await Promise.all(all);
    claims.get('a1')?.shrink(0);
    expect(budget.charged).toBe(0);
  });

  it('rejects work that could never start', async () => {
    const budget = createByteBudget({ name: 'Importing charts', bytes: 9e6, tenantBytes: 5e6, maxQueued: 9 });
    for (const bytes of [5e6 + 1, Number.NaN]) {
      await expect(budget.run({ tenant: 'a', bytes, signal }, async () => 1)).rejects.toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
      });
    }
    expect(budget.charged).toBe(0);
  });

  it('rejects work beyond the queue of its tenant and accepts that of others', async () => {
    const { add, end } = createJobs(createByteBudget({ name: 'Importing charts', bytes: 10, maxQueued: 1 }));
    const all = [add('a1', 10), add('a2', 10), add('b1', 10)];
    await expect(add('a3', 1)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message:
        'Importing charts: your organization already has 1 requests in the queue. Retry when some of them have finished.',
      details: { retryAfterSeconds: 5 },
    });
    for (const id of ['a1', 'b1', 'a2']) await end(id);
    await Promise.all(all);
  });

  it('removes cancelled work from the queue and starts the work behind it', async () => {
    const { started, add, end } = createJobs(createByteBudget({ name: 'Work', bytes: 10, maxQueued: 9 }));
    const controller = new AbortController();
    const first = add('a1', 5);
    const large = add('b1', 10, { signal: controller.signal });
    const small = add('b2', 5);
    await nextTurn();
    expect(started).toEqual(['a1']);
    controller.abort();
    await expect(large).rejects.toMatchObject({ code: 'ABORTED' });
    expect(started).toEqual(['a1', 'b2']);
    await expect(add('a3', 1, { signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' });
    for (const id of ['a1', 'b2']) await end(id);
    await Promise.all([first, small]);
  });

  it('releases the bytes of work that fails', async () => {
    const budget = createByteBudget({ name: 'Work', bytes: 10, maxQueued: 9 });
    const { add, end, fail } = createJobs(budget);
    const failing = add('a1', 10).catch((error: unknown) => error);
    const next = add('a2', 10);
    await nextTurn();
    await fail('a1');
    expect(await failing).toEqual(new Error('failed'));
    await end('a2');
    expect([await next, budget.charged]).toEqual(['a2', 0]);
  });
});

interface Job {
  readonly tenant: string;
  readonly bytes: number;
  readonly kept: number;
  readonly turns: number;
  readonly ending: 'done' | 'failed' | 'aborted';
}

const jobs = fc.array(
  fc.record<Job>({
    tenant: fc.constantFrom('a', 'b', 'c'),
    bytes: fc.integer({ min: 0, max: 60 }),
    kept: fc.integer({ min: 0, max: 60 }),
    turns: fc.integer({ min: 0, max: 3 }),
    ending: fc.constantFrom('done', 'failed', 'aborted'),
  }),
  { maxLength: 40 },
);

describe('createByteBudget in any order of work', () => {
  it('never exceeds its limits, settles all work and ends with nothing charged', async () => {
    await fc.assert(
      fc.asyncProperty(jobs, fc.integer({ min: 60, max: 150 }), async (list, bytes) => {
        const budget = createByteBudget({ name: 'Work', bytes, tenantBytes: 60, maxQueued: 40 });
        const held = new Map<string, number>();
        const hold = (tenant: string, by: number) => held.set(tenant, (held.get(tenant) ?? 0) + by);
        const run = async (job: Job): Promise<void> => {
          const controller = new AbortController();
          const work = { tenant: job.tenant, bytes: job.bytes, signal: controller.signal };
          const settled = budget.run(work, async (claim) => {
            hold(job.tenant, claim.bytes);
            expect(held.get(job.tenant)).toBeLessThanOrEqual(60);
            expect([...held.values()].reduce((sum, each) => sum + each, 0)).toBe(budget.charged);
            const before = claim.bytes;
            claim.shrink(job.kept);
            hold(job.tenant, claim.bytes - before);
            for (let turn = 0; turn < job.turns; turn += 1) await nextTurn();
            hold(job.tenant, -claim.bytes);
            if (job.ending === 'failed') throw new Error('failed');
          });
          if (job.ending === 'aborted') controller.abort();
          await settled.catch(() => undefined);
        };
        await Promise.all(list.map(run));
        expect(budget.peak).toBeLessThanOrEqual(bytes);
        expect(budget.charged).toBe(0);
      }),
    );
  });

  it('starts the work of a small tenant after at most the work that was running when it arrived', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 60 }), async (large, small) => {
        const { started, add, end } = createJobs(createByteBudget({ name: 'Work', bytes: 100, maxQueued: 40 }));
        const all = large.map((bytes, index) => add(`a${index}`, bytes));
        await nextTurn();
        const running = [...started];
        all.push(add('b0', small));
        await nextTurn();
        for (const id of running) if (!started.includes('b0')) await end(id);
        expect(started.filter((id) => !running.includes(id))[0]).toBe('b0');
        for (let index = 0; index < started.length; index += 1) await end(started[index] ?? '');
        await Promise.all(all);
      }),
    );
  });
});
