import { isBlank } from './indentation.ts';

/** A line of the new text and the line of the passage that it keeps or changes, both from 0. */
export interface LinePair {
  readonly oldIndex: number;
  readonly newIndex: number;
}

/** A mapping key, the target of an assignment or the first word of a statement. */
const subject = /^(?:- +)*[^\s:=(]+/;

const readings: readonly ((line: string) => string)[] = [
  (line) => line.trim(),
  (line) => subject.exec(line.trim())?.[0] ?? '',
];

/**
 * Pairs the lines of two texts that have the same content, then those about the same subject, in linear time.
 * The first lines are a pair too unless they have another partner; if nothing else is left, so are lines at
 * the same place.
 */
export function pairLines(oldLines: readonly string[], newLines: readonly string[]): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let oldLeft = toNumbers(oldLines);
  let newLeft = toNumbers(newLines);
  const [firstOld, firstNew] = [oldLeft[0], newLeft[0]];
  const take = (taken: readonly LinePair[]) => {
    pairs.push(...taken);
    const [oldTaken, newTaken] = [
      new Set(taken.map(({ oldIndex }) => oldIndex)),
      new Set(taken.map(({ newIndex }) => newIndex)),
    ];
    oldLeft = oldLeft.filter((index) => !oldTaken.has(index));
    newLeft = newLeft.filter((index) => !newTaken.has(index));
  };
  for (const read of readings) {
    const oldGroups = groupBy(oldLeft, (index) => read(oldLines[index] ?? ''));
    const newGroups = groupBy(newLeft, (index) => read(newLines[index] ?? ''));
    take(
      [...newGroups].flatMap(([content, indexes]) => {
        const partners = oldGroups.get(content) ?? [];
        return partners.length === indexes.length ? zip(partners, indexes) : [];
      }),
    );
  }
  if (oldLeft.length === newLeft.length) take(zip(oldLeft, newLeft));
  else if (oldLeft[0] === firstOld && newLeft[0] === firstNew) take(zip(oldLeft.slice(0, 1), newLeft.slice(0, 1)));
  return pairs;
}

function toNumbers(lines: readonly string[]): readonly number[] {
  return lines.flatMap((line, index) => (isBlank(line) ? [] : [index]));
}

function zip(oldIndexes: readonly number[], newIndexes: readonly number[]): readonly LinePair[] {
  return newIndexes.flatMap((newIndex, place) => {
    const oldIndex = oldIndexes[place];
    return oldIndex === undefined ? [] : [{ oldIndex, newIndex }];
  });
}

function groupBy(indexes: readonly number[], read: (index: number) => string): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const index of indexes) {
    const key = read(index);
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  return groups;
}
