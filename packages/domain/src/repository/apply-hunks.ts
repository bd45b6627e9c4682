import { AppError } from '@shipmate/core/tool';

/** A hunk of a unified diff. */
interface Hunk {
  /** The number of lines of the old text before the hunk. */
  readonly start: number;
  /** The lines that the hunk removes or keeps, with their ends. */
  readonly before: string[];
  /** The lines that take their place. */
  readonly after: string[];
}

/** Counts the hunks of a file's patch, which are accepted or rejected by their place. */
export function countHunks(patch: string): number {
  return parseHunks(patch).length;
}

/**
 * Applies the hunks of a patch that are accepted, by their places from 0, to the text that the patch was made of.
 *
 * @throws AppError `CONFLICT` when the patch was made of another text.
 */
export function applyHunks(text: string, patch: string, accepted: ReadonlySet<number>): string {
  const lines = toLines(text);
  const parts: string[] = [];
  let end = 0;
  for (const [place, { start, before, after }] of parseHunks(patch).entries()) {
    const isOwn = start >= end && before.every((line, offset) => lines[start + offset] === line);
    if (!isOwn) {
      throw new AppError({ code: 'CONFLICT', message: 'The diff does not fit the file. Review the file as a whole.' });
    }
    for (const line of lines.slice(end, start)) parts.push(line);
    for (const line of accepted.has(place) ? after : before) parts.push(line);
    end = start + before.length;
  }
  for (const line of lines.slice(end)) parts.push(line);
  return parts.join('');
}

/** Splits a text into lines with their ends; only a line feed ends a line, as in git. */
function toLines(text: string): string[] {
  const lines = text.split('\n').map((line) => `${line}\n`);
  const last = lines.pop()?.slice(0, -1) ?? '';
  return last === '' ? lines : [...lines, last];
}

function parseHunks(patch: string): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let sides: readonly string[][] = [];
  for (const line of toLines(patch)) {
    const [, oldStart, oldLines] = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/u.exec(line) ?? [];
    if (oldStart !== undefined) {
      // A hunk without old lines names the line before it.
      const start = oldLines === '0' ? Number(oldStart) : Number(oldStart) - 1;
      hunks.push({ start, before: [], after: [] });
      continue;
    }
    const hunk = hunks.at(-1);
    if (hunk === undefined) continue;
    if (line.startsWith('\\')) {
      // "\ No newline at end of file" is about the line before it.
      for (const side of sides) side.push((side.pop() ?? '').slice(0, -1));
      continue;
    }
    const { before, after } = hunk;
    sides = line.startsWith('+') ? [after] : line.startsWith('-') ? [before] : [before, after];
    for (const side of sides) side.push(line.slice(1));
  }
  return hunks;
}
