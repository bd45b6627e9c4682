import { indentOf, isBlank } from './indentation.ts';
import type { IndentationEvidence } from './indentation-evidence.ts';

/**
 * The text whose indentation a new text follows: the passage as given, the file, or neither of them. It is
 * `unclear` if some lines follow the passage and others the file.
 */
type IndentationConvention =
  | { readonly follows: 'passage' | 'file' | 'unclear' }
  | {
      readonly follows: 'neither';
      /** Lines of the new text beside the corresponding lines of the file. */
      readonly evidence: IndentationEvidence;
    };

/**
 * Determines the convention of new lines from those that the passage has too. Only lines that the passage
 * indents wrongly count.
 */
export function findConvention(lines: readonly string[], evidence: IndentationEvidence): IndentationConvention {
  const { given, actual, fileUnit } = evidence;
  const pairs = pairLines(given, lines).map(({ oldIndex, newIndex }) => ({
    oldIndex,
    newIndex,
    given: indentAt(given, oldIndex),
    actual: indentAt(actual, oldIndex),
    found: indentAt(lines, newIndex),
  }));
  const telling = pairs.filter((pair) => pair.given !== pair.actual);
  const asPassage = telling.filter(({ given: indent, found }) => found === indent);
  const asFile = telling.filter(({ actual: indent, found }) => found === indent);
  if (asPassage.length > 0) {
    const first = lines.findIndex((line) => !isBlank(line));
    return { follows: asFile.some(({ newIndex }) => newIndex === first) ? 'unclear' : 'passage' };
  }
  const isFilePossible = fitsFile(lines, evidence);
  if (asFile.length > 0 && staysBelow(lines, actual)) {
    return { follows: isFilePossible || !hasOnlySteps(lines, stepsOf(given)) ? 'file' : 'passage' };
  }
  if (!usesOtherCharacters(lines, given)) return { follows: 'passage' };
  if (isFilePossible && staysBelow(lines, actual) && !usesOtherCharacters(lines, actual)) return { follows: 'file' };
  return {
    follows: 'neither',
    evidence: {
      given: pairs.map(({ newIndex }) => lines[newIndex] ?? ''),
      actual: pairs.map(({ oldIndex }) => actual[oldIndex] ?? ''),
      fileUnit,
    },
  };
}

function fitsFile(lines: readonly string[], { actual, fileUnit }: IndentationEvidence): boolean {
  return hasOnlySteps(lines, new Set([...stepsOf(actual), fileUnit]));
}

function indentAt(lines: readonly string[], index: number): string {
  return indentOf(lines[index] ?? '');
}

/** Checks that no line is indented less than all lines of the file. */
function staysBelow(lines: readonly string[], actual: readonly string[]): boolean {
  return leastLength(lines) >= leastLength(actual);
}

function leastLength(lines: readonly string[]): number {
  return lines.reduce(
    (least, line) => (isBlank(line) ? least : Math.min(least, indentOf(line).length)),
    Number.POSITIVE_INFINITY,
  );
}

function hasOnlySteps(lines: readonly string[], known: ReadonlySet<string>): boolean {
  return [...stepsOf(lines)].every((step) => known.has(step));
}

/**
 * Returns the steps by which lines are indented further than the line before; none below list items, whose
 * text sets the step.
 */
function stepsOf(lines: readonly string[]): ReadonlySet<string> {
  const steps = new Set<string>();
  let before: string | undefined;
  for (const line of lines) {
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    const bullets = /^(?:- +)*/.exec(line.trimStart())?.[0] ?? '';
    if (before !== undefined && indent.length > before.length) steps.add(indent.slice(before.length));
    before = indent + ' '.repeat(bullets.length);
  }
  return steps;
}

/** Checks whether both texts are indented, one with tabs and the other with spaces. */
function usesOtherCharacters(lines: readonly string[], others: readonly string[]): boolean {
  const [characters, otherCharacters] = [charactersOf(lines), charactersOf(others)];
  return (
    characters.size > 0 &&
    otherCharacters.size > 0 &&
    ![...characters].some((character) => otherCharacters.has(character))
  );
}

function charactersOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => (isBlank(line) ? [] : (indentOf(line)[0] ?? []))));
}

/** A line of the new text and the line of the passage that it keeps or changes, both from 0. */
interface LinePair {
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
function pairLines(oldLines: readonly string[], newLines: readonly string[]): readonly LinePair[] {
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
