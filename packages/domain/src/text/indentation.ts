/** Checks whether a line holds only whitespace. */
export function isBlank(line: string): boolean {
  return line.trim() === '';
}

/** Returns the whitespace at the start of a line. */
export function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

/** Returns a line without the whitespace around it. */
export function trimLine(line: string): string {
  return line.trim();
}

/** Detects one step of indentation: a tab, or the smallest step of spaces; two spaces without evidence. */
export function detectIndentUnit(lines: readonly string[]): string {
  const indents = lines.filter((line) => !isBlank(line)).map(indentOf);
  if (indents.some((indent) => indent.startsWith('\t'))) return '\t';
  const steps = indents.slice(1).map((indent, index) => Math.abs(indent.length - (indents[index] ?? '').length));
  const least = steps.reduce(
    (smallest, step) => (step > 1 && step < smallest ? step : smallest),
    Number.POSITIVE_INFINITY,
  );
  return ' '.repeat(Number.isFinite(least) ? least : 2);
}
