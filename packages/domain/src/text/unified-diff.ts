import { formatPatch, OMIT_HEADERS, structuredPatch, type StructuredPatchHunk } from 'diff';
import { countLines, toLineBlocks } from './line-blocks.ts';

/** Limit of changed lines: a longer diff is unreadable, and its time is quadratic, up to 20 ms. */
const maxChangedLines = 500;
const contextLines = 3;
const noNewline = '\\ No newline at end of file';

/** Returns the hunks of a unified diff between two texts, with three lines of context. */
export function toUnifiedDiff(before: string, after: string): string {
  const { start, endBefore, endAfter } = findChangedPart(before, after);
  const patch = structuredPatch('', '', before.slice(start, endBefore), after.slice(start, endAfter), '', '', {
    context: contextLines,
    maxEditLength: maxChangedLines,
  });
  if (!patch) return 'The change is too large to be shown.';
  const linesBefore = countLines(before.slice(0, start));
  const rest = before.slice(endBefore);
  const hunks = patch.hunks.map((hunk) => ({
    ...withContextAfter(hunk, rest),
    oldStart: hunk.oldStart + linesBefore,
    newStart: hunk.newStart + linesBefore,
  }));
  return formatPatch({ ...patch, hunks }, OMIT_HEADERS);
}

/** Completes the context of a hunk that ends with the compared part, where a change of repeated lines may lie. */
function withContextAfter(hunk: StructuredPatchHunk, rest: string): StructuredPatchHunk {
  const shown = hunk.lines.length - 1 - hunk.lines.findLastIndex((line) => !line.startsWith(' '));
  const added: string[] = [];
  for (let at = 0; at < rest.length && shown + added.length < contextLines; at = toNextLine(rest, at)) {
    added.push(` ${rest.slice(at, toNextLine(rest, at))}`);
  }
  const lines = added.flatMap((line) => (line.endsWith('\n') ? line.slice(0, -1) : [line, noNewline]));
  return {
    ...hunk,
    oldLines: hunk.oldLines + added.length,
    newLines: hunk.newLines + added.length,
    lines: [...hunk.lines, ...lines],
  };
}

/**
 * Returns the part of two texts that differs, with some lines around it; the remaining comparison is mostly
 * short.
 */
function findChangedPart(before: string, after: string): { start: number; endBefore: number; endAfter: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  const { length } = before;
  const isAlike = () => before.charCodeAt(length - 1 - tail) === after.charCodeAt(after.length - 1 - tail);
  while (tail < shorter - start && isAlike()) tail++;

  for (let line = 0; line <= contextLines; line++) start = toLineStart(before, start - 1);
  for (let line = 0; line <= contextLines; line++) tail = length - toNextLine(before, length - tail);
  return { start, endBefore: length - tail, endAfter: after.length - tail };
}

/** Counts the changed lines of two texts and shows their difference; takes up to 80 ms for texts of 1 MB. */
export function compareTexts({ before, after }: { readonly before: string; readonly after: string }): {
  additions: number;
  deletions: number;
  diff: string;
} {
  return { ...countChangedLines(before, after), diff: before === after ? '' : toUnifiedDiff(before, after) };
}

/** Returns the start of the line that contains a place. */
function toLineStart(text: string, place: number): number {
  return place <= 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
}

/** Returns the start of the line after the one that contains a place. */
function toNextLine(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  return end < 0 ? text.length : end + 1;
}

/**
 * Counts the lines that a change adds and removes. A text that differs throughout counts as replaced whole.
 */
export function countChangedLines(before: string, after: string): { additions: number; deletions: number } {
  const changed = toLineBlocks(before, after).filter(({ isChanged }) => isChanged);
  return {
    additions: changed.reduce((total, block) => total + countLines(block.after), 0),
    deletions: changed.reduce((total, block) => total + countLines(block.before), 0),
  };
}
