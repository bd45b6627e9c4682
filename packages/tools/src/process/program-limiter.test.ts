import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { programEnvironmentSchema } from './program-environment.ts';
import { createProgramLimiter } from './program-limiter.ts';

const { signal } = new AbortController();

/** Fills a limiter with work of the given tenants, and returns how much of it started and how much was rejected. */
async function fill(places: number | undefined, tenants: readonly string[]) {
  const limiter = createProgramLimiter('Running helm', { PROCESS_CONCURRENCY: places });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let [started, refused] = [0, 0];
  const all = tenants.map((tenant) =>
    limiter
      .run({ tenant, signal }, () => {
        started += 1;
        return held;
      })
      .catch(() => {
        refused += 1;
      }),
  );
  await new Promise(setImmediate);
  const counts = { started, refused };
  release();
  await Promise.all(all);
  return counts;
}

const requestsOf = (tenant: string, count: number): readonly string[] => Array.from({ length: count }, () => tenant);

describe('createProgramLimiter', () => {
  it('has one slot more than processors, at most nine, when the environment sets no number', async () => {
    const expected = Math.min(availableParallelism(), 8) + 1;
    expect((await fill(undefined, [...requestsOf('a', 9), ...requestsOf('b', 9)])).started).toBe(expected);
    expect((await fill(undefined, requestsOf('a', 9))).started).toBe(Math.max(1, expected - 1));
  });

  it('rejects an organization beyond ten requests in the queue for each slot', async () => {
    expect(await fill(2, [...requestsOf('a', 30), 'b'])).toEqual({ started: 2, refused: 9 });
  });

  it('gives its one slot to one organization when one slot is configured', async () => {
    expect(await fill(1, ['a', 'b'])).toEqual({ started: 1, refused: 0 });
  });
});

it.each(['0', '257', 'many', '1.5'])('PROCESS_CONCURRENCY rejects %s', (value) => {
  expect(programEnvironmentSchema.safeParse({ PROCESS_CONCURRENCY: value }).success).toBe(false);
});
