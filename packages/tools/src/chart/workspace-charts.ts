import { AppError } from '@shipmate/core';

/** Returns the folders of a workspace's charts, without charts under another chart's `charts/`. */
export function findChartRoots(files: ReadonlyMap<string, string>): readonly string[] {
  const roots = [...files.keys()]
    .filter((path) => /(^|\/)Chart\.yaml$/.test(path))
    .map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  return roots
    .filter((root) => !roots.some((other) => other !== root && root.startsWith(join(other, 'charts/'))))
    .sort();
}

/** Returns a chart's values files besides its `values.yaml`, such as `values-prod.yaml` or `ci/test-values.yaml`. */
export function findValuesFiles(files: ReadonlyMap<string, string>, root: string): readonly string[] {
  const prefix = join(root, '');
  const nested = /(^|\/)(?:templates|charts|crds)\//;
  return [...files.keys()]
    .filter((path) => path.startsWith(prefix) && path !== join(root, 'values.yaml'))
    .filter((path) => /(^|[/.-])values([.-][^/]*)?\.ya?ml$/.test(path) && !nested.test(path.slice(prefix.length)))
    .sort();
}

/** Returns true if a path is that of a values file of one of the workspace's charts; the file need not exist. */
export function isValuesFile(files: ReadonlyMap<string, string>, path: string): boolean {
  const paths = new Map(files).set(path, '');
  return findChartRoots(paths).some(
    (root) => path === join(root, 'values.yaml') || findValuesFiles(paths, root).includes(path),
  );
}

/**
 * Returns the folder of the chosen chart. @throws AppError `NOT_FOUND`, or `VALIDATION_ERROR` when several charts exist
 * and none is named
 */
export function chooseChart(files: ReadonlyMap<string, string>, wanted: string | undefined): string {
  const roots = findChartRoots(files);
  const [only = ''] = roots;
  const known = roots.map((root) => JSON.stringify(root)).join(', ');
  if (roots.length === 0) throw new AppError({ code: 'NOT_FOUND', message: 'The workspace has no Chart.yaml.' });
  if (wanted === undefined && roots.length === 1) return only;
  if (wanted !== undefined && roots.includes(normalize(wanted))) return normalize(wanted);
  throw new AppError({
    code: wanted === undefined ? 'VALIDATION_ERROR' : 'NOT_FOUND',
    message: `Say in chart which folder is meant: ${known}.`,
    details: { field: 'chart', folders: roots },
  });
}

function normalize(folder: string): string {
  return folder.replace(/^(\.\/)+|\/+$|^\.$/g, '').replace(/^\.$/, '');
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
