/** Returns the folder of a path; `''` is the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Returns the last segment of a path. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the number of segments of a path; the top has none. */
export function depthOf(path: string): number {
  if (path === '') return 0;
  let depth = 1;
  for (const character of path) if (character === '/') depth += 1;
  return depth;
}

/** Returns the folders that contain a path, the top first. */
export function foldersAbove(path: string): readonly string[] {
  const folders = [''];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    folders.push(path.slice(0, slash));
  }
  return folders;
}

/** Tells if a path is a folder or lies in it. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

const testPath =
  /(?:^|\/)(?:tests?|__tests__|specs?|testing|fixtures|__fixtures__)\/|[._-](?:test|spec)\.[^/]+$|(?:^|\/)(?:test_[^/]*|[^/]*_test\.[^/]+|conftest\.py)$/u;

/** Returns true for a path that by its name belongs to tests. */
export function isTestPath(path: string): boolean {
  return testPath.test(path);
}
