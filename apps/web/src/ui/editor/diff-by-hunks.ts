import { Change, presentableDiff } from '@codemirror/merge';
import type { Hunk } from './hunk-bars.ts';

/** Compares two texts with the server's hunks, so that the coloured lines are exactly those that a decision covers. */
export function diffByHunks(hunks: readonly Hunk[]): (before: string, after: string) => readonly Change[] {
  return (before, after) => {
    const [oldStarts, newStarts] = [lineStarts(before), lineStarts(after)];
    return hunks.flatMap(({ oldStart, oldLines, newStart, newLines }) => {
      const from = [oldStarts(oldStart), newStarts(newStart)] as const;
      const old = before.slice(from[0], oldStarts(oldStart + oldLines));
      const now = after.slice(from[1], newStarts(newStart + newLines));
      return presentableDiff(old, now).map(
        ({ fromA, toA, fromB, toB }) => new Change(fromA + from[0], toA + from[0], fromB + from[1], toB + from[1]),
      );
    });
  };
}

/**
 * Returns a function that finds the start of a line, counted from 1; the end of the text when there is no such line.
 */
function lineStarts(text: string): (line: number) => number {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return (line) => starts[line - 1] ?? text.length;
}
