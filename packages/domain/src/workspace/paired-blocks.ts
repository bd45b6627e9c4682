/** A text before and after a change. */
interface Change {
  readonly before: string;
  readonly after: string;
}

const blockAction = /\{\{-?\s*(if|range|with|define|block|end)\b/g;

/**
 * Finds changes that belong together because one of them opens a template block that another one closes, or
 * removes the opening of a block whose end the other removes. Each change maps to the indexes of the others.
 */
export function findPairedBlocks(changes: readonly Change[]): readonly ReadonlySet<number>[] {
  const groups = changes.map((_, place) => new Set([place]));
  const unpaired: { readonly place: number; readonly sign: number }[] = [];
  for (const [place, { before, after }] of changes.entries()) {
    const gain = countOpen(after) - countOpen(before);
    for (let left = Math.abs(gain); left > 0; left -= 1) {
      const last = unpaired.at(-1);
      if (!last || last.sign === Math.sign(gain)) unpaired.push({ place, sign: Math.sign(gain) });
      else join(groups, [unpaired.pop()?.place ?? place, place]);
    }
  }
  return groups.map((group, place) => new Set([...group].filter((other) => other !== place)));
}

/** Returns the number of opened minus closed blocks. */
function countOpen(text: string): number {
  return [...text.matchAll(blockAction)].reduce((open, [, word]) => open + (word === 'end' ? -1 : 1), 0);
}

function join(groups: Set<number>[], places: readonly number[]): void {
  const joined = new Set(places.flatMap((place) => [...(groups[place] ?? [])]));
  for (const place of joined) groups[place] = joined;
}
