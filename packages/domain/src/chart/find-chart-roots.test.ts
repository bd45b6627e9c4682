import { expect, it } from 'vitest';
import { findChartRoots } from './find-chart-roots.ts';

it.each<[paths: readonly string[], roots: readonly string[]]>([
  [['Chart.yaml'], ['']],
  [
    ['b/Chart.yaml', 'a/Chart.yaml', 'a/values.yaml'],
    ['a', 'b'],
  ],
  [
    ['a/Chart.yaml', 'a/b/Chart.yaml'],
    ['a', 'a/b'],
  ],
  [['Chart.yaml', 'charts/db/Chart.yaml', 'charts/db/charts/x/Chart.yaml'], ['']],
  [
    ['a/Chart.yaml', 'a/templates/Chart.yaml', 'a/templates/x/Chart.yaml'],
    ['a', 'a/templates'],
  ],
  [
    ['charts/db/Chart.yaml', 'charts/web/Chart.yaml'],
    ['charts/db', 'charts/web'],
  ],
  [
    ['xcharts/Chart.yaml', 'Chart.yaml'],
    ['', 'xcharts'],
  ],
  [['chart.yaml', 'a/MyChart.yaml', 'Chart.yaml/x'], []],
])('findChartRoots finds in %j: %j', (paths, roots) => {
  expect(findChartRoots(paths)).toEqual(roots);
});
