import { AppError } from '@shipmate/core';
import { type ArchiveFile, type Chart, toArchiveFiles, type WorkspaceFile } from '@shipmate/domain';

/** The charts and files of a revision. */
export interface RevisionFiles {
  readonly charts: readonly Chart[];
  readonly files: readonly WorkspaceFile[];
}

/** What of a revision is to leave the workspace. */
export interface FileSelection {
  /** Whether pending changes count as accepted. */
  readonly pending: boolean;
  /** The chart; by default all files, as a chart when they are one. */
  readonly chartId?: string | undefined;
}

/** What leaves it: a chart by paths from its folder, or everything. */
export interface SelectedFiles {
  readonly chart: Chart | undefined;
  readonly files: readonly ArchiveFile[];
}

/** Selects the files of a chart, or all. @throws AppError `NOT_FOUND` when there is no such chart. */
export function selectFiles({ charts, files }: RevisionFiles, { pending, chartId }: FileSelection): SelectedFiles {
  const all = toArchiveFiles(files, { pending });
  const chart = chartId === undefined ? findOnlyChart(charts, all) : findChart(charts, chartId);
  return { chart, files: chart ? filesUnder(chart.root, all) : all };
}

function findOnlyChart([chart, other]: readonly Chart[], files: readonly ArchiveFile[]): Chart | undefined {
  return chart && !other && filesUnder(chart.root, files).length === files.length ? chart : undefined;
}

function findChart(charts: readonly Chart[], chartId: string): Chart {
  const chart = charts.find(({ id }) => id === chartId);
  if (chart) return chart;
  throw new AppError({ code: 'NOT_FOUND', message: 'There is no such chart in this revision.' });
}

/** The files of a folder, by path from it. */
function filesUnder(root: string, files: readonly ArchiveFile[]): readonly ArchiveFile[] {
  const prefix = root === '' ? '' : `${root}/`;
  return files.flatMap(({ path, content }) =>
    path.startsWith(prefix) ? [{ path: path.slice(prefix.length), content }] : [],
  );
}
