/** Returns the folders that contain a path, outermost first: `a/b/c` is in `a` and in `a/b`. */
export function foldersOf(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}
