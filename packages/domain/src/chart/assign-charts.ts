import type { Chart } from '../workspace/workspace.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';
import { findChartOf } from './find-chart-of.ts';

/** The files, each with the chart that its path belongs to now. */
export function assignCharts(files: readonly WorkspaceFile[], charts: readonly Chart[]): readonly WorkspaceFile[] {
  return files.map((file) => {
    const chartId = findChartOf(file.path, charts)?.id ?? null;
    return chartId === file.chartId ? file : { ...file, chartId };
  });
}
