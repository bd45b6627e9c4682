import { gzipSync } from 'node:zlib';
import { createByteBudget, createFairLimiter } from '@shipmate/runtime/limit';
import { expect, it } from 'vitest';
import { rawTar } from '../testing/raw-archives.ts';
import { chartOf, createTestFolder, createTestHelm } from '../../test/support/test-helm.ts';
import type { ChartRepositoryPort } from './dependency/chart-repository.ts';

const { signal } = new AbortController();
const megabyte = 1_000_000;
const archive = gzipSync(rawTar([{ name: 'sub/Chart.yaml', content: 'apiVersion: v2\nname: sub\nversion: 1.0.0\n' }]));
const dependent = (name: string) =>
  chartOf({
    'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: 0.1.0\ndependencies: [{ name: sub, version: 1.0.0, repository: "https://charts.example" }]\n`,
  });

/** Creates helm with a budget in which one organization has room for the archives of one chart. */
async function createBudgetedHelm(fetching: () => void = () => undefined) {
  const budget = createByteBudget({ name: 'Reading', bytes: 100 * megabyte, tenantBytes: 60 * megabyte, maxQueued: 1 });
  const limiter = createFairLimiter({ name: 'Running helm', concurrency: 4, maxQueued: 10 });
  const charged = { fetching: [] as number[], running: [] as number[] };
  const repository: ChartRepositoryPort = {
    async fetchArchive() {
      charged.fetching.push(budget.charged);
      fetching();
      return { version: '1.0.0', archive };
    },
  };
  const helm = await createTestHelm(4, {
    tempRoot: createTestFolder(),
    repository,
    archiveBudget: budget,
    limiter: {
      run: (work, start) => {
        charged.running.push(budget.charged);
        return limiter.run(work, start);
      },
    },
  });
  return { helm, budget, charged };
}

it('helm holds 50 MB of the budget while dependencies are fetched, then their size until it is done', async () => {
  const { helm, budget, charged } = await createBudgetedHelm();
  expect(await helm.template(dependent('shop'), signal)).toMatchObject({ succeeded: true, missingDependencies: [] });
  expect(charged).toEqual({ fetching: [50 * megabyte], running: [archive.byteLength] });
  expect(budget.charged).toBe(0);
});

it('helm holds nothing of the budget for a chart without dependencies to fetch', async () => {
  const { helm, budget } = await createBudgetedHelm();
  expect(await helm.template(chartOf({}), signal)).toMatchObject({ succeeded: true });
  expect(budget.peak).toBe(0);
});

it('helm refuses a chart with RATE_LIMITED when too many charts of its organization wait for the budget', async () => {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const { helm, budget } = await createBudgetedHelm();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const holding = budget.run({ tenant: 'acme', bytes: 60 * megabyte, signal }, async () => {
    hold();
    await isReleased;
  });
  await isHeld;
  const outcomes = ['a', 'b'].map((name) => helm.template(dependent(name), signal));
  await expect(Promise.any(outcomes.map((outcome) => outcome.catch((error: unknown) => error)))).resolves.toMatchObject(
    {
      code: 'RATE_LIMITED',
    },
  );
  release();
  await holding;
  const settled = await Promise.allSettled(outcomes);
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(budget.charged).toBe(0);
});
