import { AppError } from '@shipmate/core';
import { type ArchiveFile, type LeftFile, toArchiveFiles } from '@shipmate/domain/archive';
import type { Chart } from '@shipmate/domain/chart';
import type { WorkspaceFile } from '@shipmate/domain/workspace';
import { findTreeProblems } from '@shipmate/domain/workspace/path';

/** The charts and files of a revision. */
export interface RevisionFiles {
  readonly charts: readonly Chart[];
  readonly files: readonly WorkspaceFile[];
}

/** The files of a revision to export. */
export interface FileSelection {
  /** True to treat pending changes as accepted. */
  readonly pending: boolean;
  /** The chart; by default all files, as a chart if they form one. */
  readonly chartId?: string | undefined;
}

/** The files of a chart by paths from its folder, or all files. */
export interface SelectedFiles {
  readonly chart: Chart | undefined;
  readonly files: readonly ArchiveFile[];
  /** Files whose paths are not safe to unpack, by path from the workspace. */
  readonly left: readonly LeftFile[];
}

/**
 * Selects the files of a chart, or all, except those of {@link findTreeProblems}. @throws AppError `NOT_FOUND` when the
 * chart does not exist.
 */
export function selectFiles({ charts, files }: RevisionFiles, { pending, chartId }: FileSelection): SelectedFiles {
  const all = toArchiveFiles(files, { pending });
  const problems = findTreeProblems(all.map(({ path }) => path));
  const unsafe = new Set(problems.map(({ path }) => path));
  const safe = all.filter(({ path }) => !unsafe.has(path));
  const chart = chartId === undefined ? findOnlyChart(charts, all) : findChart(charts, chartId);
  const left = problems.filter(({ path }) => chart === undefined || isUnder(chart.root, path));
  return {
    chart,
    files: chart ? filesUnder(chart.root, safe) : safe,
    left: left.map(({ path, reason }) => ({ path, reason })),
  };
}

function findOnlyChart([chart, other]: readonly Chart[], files: readonly ArchiveFile[]): Chart | undefined {
  return chart && !other && filesUnder(chart.root, files).length === files.length ? chart : undefined;
}

function findChart(charts: readonly Chart[], chartId: string): Chart {
  const chart = charts.find(({ id }) => id === chartId);
  if (chart) return chart;
  throw new AppError({ code: 'NOT_FOUND', message: 'Chart not found in this revision.' });
}

/** Returns the files of a folder, by path from it. */
function filesUnder(root: string, files: readonly ArchiveFile[]): readonly ArchiveFile[] {
  const prefix = root === '' ? '' : `${root}/`;
  return files.flatMap(({ path, content }) =>
    isUnder(root, path) ? [{ path: path.slice(prefix.length), content }] : [],
  );
}

function isUnder(root: string, path: string): boolean {
  return root === '' || path.startsWith(`${root}/`);
}
