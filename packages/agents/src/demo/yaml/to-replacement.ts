/** A replacement for `textEditor`: `oldStr` occurs in the file exactly once. */
interface Replacement {
  readonly oldStr: string;
  readonly newStr: string;
}

/**
 * Returns the smallest range of whole lines whose replacement turns one text into the other; adjacent lines are
 * included until it is unique. `undefined` when the texts are equal or the first is empty.
 */
export function toReplacement(before: string, after: string): Replacement | undefined {
  if (before === after || before === '') return undefined;
  const oldLines = before.split('\n');
  const newLines = after.split('\n');
  const shorter = Math.min(oldLines.length, newLines.length);
  let head = 0;
  while (head < shorter && oldLines[head] === newLines[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail += 1;

  for (;;) {
    const oldRun = oldLines.slice(head, oldLines.length - tail);
    const newRun = newLines.slice(head, newLines.length - tail);
    const oldStr = oldRun.join('\n');
    // Replacing an empty range would leave its line break behind.
    if (oldRun.length > 0 && newRun.length > 0 && isUnique(before, oldStr))
      return { oldStr, newStr: newRun.join('\n') };
    if (head > 0) head -= 1;
    else tail -= 1;
  }
}

function isUnique(text: string, part: string): boolean {
  if (part.trim() === '') return part === text;
  const first = text.indexOf(part);
  return text.indexOf(part, first + 1) === -1;
}
