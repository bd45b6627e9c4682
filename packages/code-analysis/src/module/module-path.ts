/** Returns the folder of a path; `''` is the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Returns the last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Joins a folder and a relative path, resolving `.` and `..`; undefined for one that leaves the repository. */
export function joinPath(folder: string, path: string): string | undefined {
  const names = folder === '' ? [] : folder.split('/');
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.join('/');
}

/** Returns true for a path in a folder or below. */
export function isBelow(folder: string, path: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** Orders places by how much of their path they share with a file, closest first, then by path. */
export function closestFirst(file: string): (one: string, other: string) => number {
  return (one, other) => sharedLength(file, other) - sharedLength(file, one) || (one < other ? -1 : 1);
}

/** Returns the place that shares the most of its path with a file. */
export function closest(file: string, places: readonly string[]): string | undefined {
  return places.toSorted(closestFirst(file))[0];
}

function sharedLength(one: string, other: string): number {
  const [names, others] = [one.split('/'), other.split('/')];
  const different = names.findIndex((name, index) => name !== others[index]);
  return different < 0 ? names.length : different;
}

/** Groups paths by a key, each group sorted. */
export function groupPaths(
  paths: Iterable<string>,
  toKey: (path: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const key = toKey(path);
    const group = groups.get(key);
    if (group) group.push(path);
    else groups.set(key, [path]);
  }
  for (const group of groups.values()) group.sort();
  return groups;
}
