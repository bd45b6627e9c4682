import type { Chart } from './chart.ts';

/** Returns the chart of a path: the one with the deepest folder around it. */
export function findChartOf(path: string, charts: readonly Chart[]): Chart | undefined {
  return charts
    .filter(({ root }) => root === '' || path.startsWith(`${root}/`))
    .reduce<Chart | undefined>(
      (deepest, chart) => (deepest && deepest.root.length >= chart.root.length ? deepest : chart),
      undefined,
    );
}
