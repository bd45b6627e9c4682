import { AppError } from '@shipmate/core';

/** The chart of a workspace and its files. */
export interface ChartListing {
  /** The folder of the chart; `''` at the top. */
  readonly root: string;
  /** Paths of the existing files, relative to that folder. */
  readonly paths: readonly string[];
}

const fileLine = /^- (.+) \(\d+ characters(?:, pending: (\w+).*)?\)$/gm;
const chartFile = /(^|\/)Chart\.yaml$/;

/** Parses the result of `getChartContext`. @throws AppError `NOT_FOUND` when the workspace has no chart. */
export function parseChartListing(text: string): ChartListing {
  const paths = [...text.matchAll(fileLine)]
    .filter(([, , pending]) => pending !== 'delete')
    .map(([, path = '']) => path);
  const [highest] = paths.filter((path) => chartFile.test(path)).sort((left, right) => depth(left) - depth(right));
  if (highest === undefined) throw new AppError({ code: 'NOT_FOUND', message: 'This workspace holds no Chart.yaml.' });
  const root = highest.replace(chartFile, '');
  const prefix = root === '' ? '' : `${root}/`;
  return { root, paths: paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)) };
}

function depth(path: string): number {
  return path.split('/').length;
}
