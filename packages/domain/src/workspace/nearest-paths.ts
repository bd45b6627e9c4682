/** Number of paths that are returned. */
const maxPaths = 3;

/** Share of common letter pairs from which two paths count as near. */
const near = 0.6;

/**
 * Returns up to three of the paths that a path may mean, nearest first: the same file elsewhere, or a path with nearly the same
 * letters. Linear in the lengths of the paths.
 */
export function nearestPaths(path: string, paths: readonly string[]): readonly string[] {
  const [wantedPath, wantedName] = [toPairs(path), toPairs(nameOf(path))];
  return paths
    .map((candidate) => {
      const name = similarity(wantedName, toPairs(nameOf(candidate)));
      return { candidate, name, whole: similarity(wantedPath, toPairs(candidate)) };
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

function toPairs(text: string): ReadonlyMap<string, number> {
  const letters = ` ${text.toLowerCase()} `;
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < letters.length; at += 1) {
    const pair = letters.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** The Dice coefficient of two multisets: 1 for the same pairs, 0 for none in common. */
function similarity(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [pair, count] of one) common += Math.min(count, other.get(pair) ?? 0);
  const total = sizeOf(one) + sizeOf(other);
  return total === 0 ? 0 : (2 * common) / total;
}

function sizeOf(pairs: ReadonlyMap<string, number>): number {
  let size = 0;
  for (const count of pairs.values()) size += count;
  return size;
}
