import { similarity, toLetterPairs } from '../search/similarity.ts';

/** Number of paths that are returned. */
const maxPaths = 3;

/** Share of common letter pairs from which two paths count as near. */
const near = 0.6;

/**
 * Returns up to three of the paths that a path may mean, nearest first: the same file elsewhere, or a path with nearly the same
 * letters. Linear in the lengths of the paths.
 */
export function nearestPaths(path: string, paths: readonly string[]): readonly string[] {
  const [wantedPath, wantedName] = [toLetterPairs(path), toLetterPairs(nameOf(path))];
  return paths
    .map((candidate) => {
      const name = similarity(wantedName, toLetterPairs(nameOf(candidate)));
      return { candidate, name, whole: similarity(wantedPath, toLetterPairs(candidate)) };
    })
    .filter(({ name }) => name >= near)
    .toSorted((one, other) => other.name + other.whole - (one.name + one.whole))
    .slice(0, maxPaths)
    .map(({ candidate }) => candidate);
}

/** The file's name without its extension, which many files share. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}
