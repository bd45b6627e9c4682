/**
 * Finds the folders of charts, by their `Chart.yaml`; `''` is the top. A chart in the `charts` folder of
 * another, or among its templates, is part of that one.
 */
export function findChartRoots(paths: readonly string[]): readonly string[] {
  const roots = new Set(paths.filter((path) => /(?:^|\/)Chart\.yaml$/.test(path)).map(folderOf));
  return [...roots].filter((root) => !foldersAround(root).some((folder) => roots.has(folder))).toSorted();
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Returns the folders to which a path would belong, if they were charts. */
function foldersAround(path: string): readonly string[] {
  return [...path.matchAll(/(?:^|\/)(?=(?:charts|templates)\/)/g)].map(({ index }) => path.slice(0, index));
}
