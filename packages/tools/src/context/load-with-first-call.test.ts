import { expect, it, vi } from 'vitest';
import { loadWithFirstCall } from './load-with-first-call.ts';

const port = {
  add: (one: number, other: number) => Promise.resolve(one + other),
  name: () => Promise.resolve('sums'),
  notListed: () => Promise.resolve(),
};

it('loads the port with the first call of a listed method, once for calls at the same time', async () => {
  const load = vi.fn<() => Promise<typeof port>>(() => Promise.resolve(port));
  const { add, name, ...rest } = loadWithFirstCall(['add', 'name'], load);
  expect(load).not.toHaveBeenCalled();
  expect(rest).toEqual({});
  expect(await Promise.all([add(1, 2), name(), add(3, 4)])).toEqual([3, 'sums', 7]);
  expect(load).toHaveBeenCalledTimes(1);
});

it('calls methods on the port that was loaded', async () => {
  class Counter {
    #count = 0;
    next(): Promise<number> {
      this.#count += 1;
      return Promise.resolve(this.#count);
    }
  }
  const { next } = loadWithFirstCall(['next'], () => Promise.resolve(new Counter()));
  expect([await next(), await next()]).toEqual([1, 2]);
});

it('rejects with the reason of a failed load, and loads again with the next call', async () => {
  const failure = new Error('EMFILE: too many open files');
  const load = vi.fn<() => Promise<typeof port>>(() => Promise.resolve(port)).mockRejectedValueOnce(failure);
  const { add, name } = loadWithFirstCall(['add', 'name'], load);
  expect(await Promise.allSettled([add(1, 2), name()])).toEqual([
    { status: 'rejected', reason: failure },
    { status: 'rejected', reason: failure },
  ]);
  expect(await add(1, 2)).toBe(3);
  expect(load).toHaveBeenCalledTimes(2);
});
