import { indentOf, isBlank } from './indentation.ts';
import type { IndentationEvidence } from './indentation-evidence.ts';

/**
 * Indents new lines if only the first line of the passage lacks indentation, as when it was copied from
 * within that line; `undefined` otherwise.
 *
 * The first new line gets the indentation that the passage's first line lacks. The others keep theirs, like
 * the passage's, unless one is indented less than any of those: then they follow the first.
 */
export function completeCutOffFirstLine(
  lines: readonly string[],
  { given, actual }: IndentationEvidence,
): readonly string[] | undefined {
  const [givenFirst, ...givenRest] = indentsOf(given);
  const [actualFirst, ...actualRest] = indentsOf(actual);
  if (givenFirst === undefined || actualFirst === undefined || givenRest.length === 0) return undefined;
  if (givenFirst === actualFirst || !actualFirst.endsWith(givenFirst)) return undefined;
  if (givenRest.some((indent, index) => indent !== actualRest[index])) return undefined;

  const lacking = actualFirst.slice(givenFirst.length);
  const [, ...newRest] = indentsOf(lines);
  const followFirst = leastLength(newRest) < leastLength(givenRest);
  const first = lines.findIndex((line) => !isBlank(line));
  return lines.map((line, index) => {
    if (isBlank(line)) return '';
    return index === first || followFirst ? lacking + line : line;
  });
}

function indentsOf(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !isBlank(line)).map(indentOf);
}

function leastLength(indents: readonly string[]): number {
  return indents.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
}
