export { findChartRoots } from './find-chart-roots.ts';
export { findChartOf } from './find-chart-of.ts';
export { toChartName } from './to-chart-name.ts';
export type { Chart } from './chart.ts';
