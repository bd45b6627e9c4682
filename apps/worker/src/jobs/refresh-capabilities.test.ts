import { AppError, silentLogger } from '@shipmate/core';
import type { StaleIndex } from '@shipmate/domain/capability';
import { expect, it } from 'vitest';
import { refreshCapabilities } from './refresh-capabilities.ts';

const day = 24 * 60 * 60_000;
const principal = { userId: 'ada', organizationId: 'acme', via: 'job' } as const;

/** Refreshes indexes of the given ages; clusters in `away` are unreachable. */
async function refresh(ages: Readonly<Record<string, number>>, away: readonly string[] = []) {
  const index = new Map(Object.entries(ages));
  const refreshed: string[] = [];
  const count = await refreshCapabilities(
    {
      logger: silentLogger,
      capabilities: {
        listStale: async ({ olderThanMs }) =>
          [...index].filter(([, age]) => age > olderThanMs).map(([cluster]): StaleIndex => ({ cluster, principal })),
        remove: async (_principal, cluster) => void index.delete(cluster),
      },
      capabilityIndex: {
        async refresh({ context = '' }) {
          if (away.includes(context)) throw new AppError({ code: 'EXTERNAL_API_ERROR', message: 'It is away.' });
          refreshed.push(context);
        },
      },
    },
    new AbortController().signal,
  );
  return { count, refreshed, left: [...index.keys()] };
}

it('refreshCapabilities refreshes outdated indexes when some clusters are unreachable', async () => {
  expect(await refresh({ prod: day, test: day, away: day, fresh: 1_000 }, ['away'])).toEqual({
    count: 2,
    refreshed: ['prod', 'test'],
    left: ['prod', 'test', 'away', 'fresh'],
  });
});

it('refreshCapabilities deletes an index that could not be refreshed for a month', async () => {
  expect(await refresh({ gone: 31 * day, prod: 29 * day })).toEqual({ count: 1, refreshed: ['prod'], left: ['prod'] });
});
