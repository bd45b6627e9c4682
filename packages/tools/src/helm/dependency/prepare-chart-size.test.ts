import { expect, it } from 'vitest';
import { chartOf } from '../../../test/support/test-helm.ts';
import { createInlineCompute } from '../../compute/create-inline-compute.ts';
import type { ChartRepositoryPort } from './chart-repository.ts';
import { prepareChart } from './prepare-chart.ts';

const { signal } = new AbortController();

it('prepareChart accepts archives of up to 50 MB in all and reports the others as missing', async () => {
  const archive = new Uint8Array(20_000_000);
  const repository: ChartRepositoryPort = { fetchArchive: async () => ({ version: '1.0.0', archive }) };
  const names = ['a', 'b', 'c', 'd'];
  const dependencies = names.map((name) => `- { name: ${name}, version: 1.0.0, repository: "https://example.test" }\n`);
  const neighbour = '- { name: near, version: 1.0.0, repository: "file://../near" }\n';
  const request = chartOf({
    'near/Chart.yaml': `name: near\nversion: 1.0.0\ndependencies:\n${dependencies[0]}`,
    'shop/Chart.yaml': `name: shop\nversion: 1.0.0\ndependencies:\n${neighbour}${dependencies.join('')}`,
  });
  const { files, missingDependencies } = await prepareChart(
    { ...request, root: 'shop' },
    { repository, compute: createInlineCompute(), signal },
  );
  expect([...files.keys()].filter((path) => path.endsWith('.tgz'))).toEqual([
    'charts/near/charts/a-1.0.0.tgz',
    'charts/a-1.0.0.tgz',
  ]);
  expect(missingDependencies.map(({ name, reason }) => [name, reason])).toEqual(
    ['b', 'c', 'd'].map((name) => [name, 'The archives of all dependencies are larger than 50 MB; remove some.']),
  );
});
