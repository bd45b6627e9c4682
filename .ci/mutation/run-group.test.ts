import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toMutantKey } from './mutant.ts';
import { runGroup } from './run-group.ts';

test('runGroup returns which mutants are killed, endless, surviving and unreached, and keeps the exit code', async () => {
  const group = {
    name: 'sample',
    project: 'sample',
    sources: ['packages/sample/src/*.ts'],
    tests: ['packages/sample/src/*.test.ts'],
  };
  const { exitCode } = process;
  const mutants = await runGroup(group, { root: join(import.meta.dirname, 'sample') });
  expect(process.exitCode).toBe(exitCode);
  const outcomes = Object.fromEntries(
    mutants.map((mutant) => [
      toMutantKey(mutant).replace(/^.*?#/u, ''),
      `${mutant.outcome} by ${mutant.by?.split(':').slice(0, 2).join(':')}`,
    ]),
  );
  const byDiscount = 'killed by price.test.ts: large amounts are discounted';
  const byPacks = 'killed by price.test.ts: packs hold ten pieces';
  expect(outcomes).toMatchObject({
    'discounts.isOpen: true → false': byDiscount,
    'isDiscounted: amount >= from → amount > from': 'survived by undefined',
    'isDiscounted: amount >= from → amount < from': byDiscount,
    'isDiscounted: isOpen && amount >= from → isOpen || (amount >= from)': byDiscount,
    'countPacks: left > 0 → left >= 0': byPacks,
    'countPacks: left -= 10 → left += 10': 'timeout by undefined',
    'countPacks: packs += 1; → removed': byPacks,
    "describePacks: `${packs} packs` → ''": 'unreached by undefined',
  });
});
