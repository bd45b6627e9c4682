/** Finds the line of an offset in logarithmic time. */
export interface LineIndex {
  /** The line of an offset, from 1. */
  lineAt(offset: number): number;
  /** The offset at which a line begins. */
  startOf(line: number): number;
  readonly lineCount: number;
}

/** Creates the index of a text. */
export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    lineAt(offset) {
      let [low, high] = [0, starts.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle;
      }
      return low + 1;
    },
    startOf: (line) => starts[line - 1] ?? text.length,
    lineCount: starts.length,
  };
}
