import { expect, it } from 'vitest';
import type { WorkspaceFile } from './workspace-file.ts';
import { findCharts } from './find-charts.ts';

const api = { id: 'api', name: 'api', root: 'api' };
const file = (path: string, content = '', given: Partial<WorkspaceFile> = {}): WorkspaceFile => ({
  id: path,
  chartId: null,
  path,
  content,
  pending: null,
  ...given,
});
const summaryOf = ({ charts, files }: ReturnType<typeof findCharts>) => ({
  charts: charts.map(({ name, root }) => ({ name, root })),
  owners: Object.fromEntries(files.map(({ path, chartId }) => [path, charts.find(({ id }) => id === chartId)?.name])),
});

it('findCharts creates a chart for a folder once its Chart.yaml is accepted', () => {
  const files = [file('api/Chart.yaml', 'name: api'), file('web/Chart.yaml', 'name: shop'), file('web/values.yaml')];
  const found = findCharts(files, [api]);
  expect(summaryOf(found)).toEqual({
    charts: [
      { name: 'api', root: 'api' },
      { name: 'shop', root: 'web' },
    ],
    owners: { 'api/Chart.yaml': 'api', 'web/Chart.yaml': 'shop', 'web/values.yaml': 'shop' },
  });
  expect(found.charts[0]?.id).toBe('api');
  const pending = file('web/Chart.yaml', '', { pending: { op: 'create', content: 'name: shop' } });
  expect(summaryOf(findCharts([pending], []))).toEqual({ charts: [], owners: { 'web/Chart.yaml': undefined } });
});

it('findCharts keeps a chart when its folder was moved or it was renamed', () => {
  const moved = file('services/api/Chart.yaml', 'name: api', { chartId: 'api' });
  expect(findCharts([moved], [api]).charts).toEqual([{ ...api, root: 'services/api' }]);
  expect(findCharts([file('api/Chart.yaml', 'name: billing')], [api]).charts).toEqual([{ ...api, name: 'billing' }]);
});

it.each([['name: [1'], [''], ['name: 7'], ['- a']])(
  'findCharts names a chart after its folder when its Chart.yaml is %j',
  (content) => {
    expect(findCharts([file('services/web/Chart.yaml', content)], []).charts).toMatchObject([{ name: 'web' }]);
  },
);

it('findCharts assigns no chart to the files of a folder that has lost its Chart.yaml', () => {
  expect(summaryOf(findCharts([file('api/values.yaml', '', { chartId: 'api' })], [api]))).toEqual({
    charts: [],
    owners: { 'api/values.yaml': undefined },
  });
});

it('findCharts reads the name of a long Chart.yaml from its line alone', () => {
  const long = `description: ${'] '.repeat(1_000)}\nname: shop # the shop\n`;
  expect(summaryOf(findCharts([file('web/Chart.yaml', long)], [])).charts).toEqual([{ name: 'shop', root: 'web' }]);
});
