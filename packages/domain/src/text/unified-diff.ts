import { createPatch, diffLines, OMIT_HEADERS } from 'diff';

/** Beyond this many changed lines two texts are not compared line by line. */
const maxChangedLines = 2_000;

/** The hunks of a unified diff between two texts, with three lines of context. */
export function toUnifiedDiff(before: string, after: string): string {
  const options = { context: 3, headerOptions: OMIT_HEADERS, maxEditLength: maxChangedLines };
  return createPatch('', before, after, undefined, undefined, options) ?? 'The change is too large to be shown.';
}

/** How many lines a change adds and removes. A text that differs throughout counts as replaced whole. */
export function countChangedLines(before: string, after: string): { additions: number; deletions: number } {
  const changes = diffLines(before, after, { maxEditLength: maxChangedLines });
  if (!changes) return { additions: countLines(after), deletions: countLines(before) };
  return {
    additions: changes.reduce((total, { added, count }) => total + (added ? count : 0), 0),
    deletions: changes.reduce((total, { removed, count }) => total + (removed ? count : 0), 0),
  };
}

function countLines(text: string): number {
  return text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0);
}
