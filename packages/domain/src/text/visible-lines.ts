const maxLineLength = 300;

/** Legend of the symbols for invisible characters. */
export const legend =
  '(Here → is a tab, · a space at the end of a line, and ⟨…⟩ the code of a character that is not seen.)';

/**
 * Formats lines of a text with their numbers and visible whitespace: from line `from`, counted from 0,
 * inclusive, to `to`, exclusive.
 */
export function showLines(lines: readonly string[], from: number, to: number): readonly string[] {
  const width = `${Math.min(to, lines.length)}`.length;
  return lines.slice(from, to).map((line, index) => `${`${from + index + 1}`.padStart(width)}| ${showLine(line)}`);
}

/**
 * Formats a line with visible tabs, trailing whitespace and invisible characters; truncated if it is long.
 */
export function showLine(line: string): string {
  const shown = line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;
  return shown
    .replace(/ +$/, (blanks) => '·'.repeat(blanks.length))
    .replaceAll('\t', '→')
    .replace(
      /[^\S ]|\p{Cf}|\p{Cc}/gu,
      (character) => `⟨${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}⟩`,
    );
}
