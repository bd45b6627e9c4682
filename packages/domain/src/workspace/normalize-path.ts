/** A path without `.` segments and with `..` resolved, or the reason why it has no such form. */
type NormalizedPath =
  | { readonly path: string; readonly problem?: undefined }
  | { readonly path?: undefined; readonly problem: 'leads out of the workspace' | 'names a folder' };

/** Resolves the segments `.` and `..` of a relative path. Everything else stays as it is. */
export function normalizePath(path: string): NormalizedPath {
  const names: string[] = [];
  const segments = path.split('/');
  for (const segment of segments) {
    if (segment === '..') {
      if (names.pop() === undefined) return { problem: 'leads out of the workspace' };
    } else if (segment !== '.') names.push(segment);
  }
  const last = segments.at(-1);
  return names.length > 0 && (last === '.' || last === '..')
    ? { problem: 'names a folder' }
    : { path: names.join('/') };
}
