const maxLineLength = 300;

/** How invisible characters are shown. */
export const legend =
  '(Here → is a tab, · a space at the end of a line, and ⟨…⟩ the code of a character that is not seen.)';

/** Lines of a text with their numbers, blanks made visible: from line `from`, counted from 0, up to `to`, without the latter. */
export function showLines(lines: readonly string[], from: number, to: number): readonly string[] {
  const width = `${Math.min(to, lines.length)}`.length;
  return lines.slice(from, to).map((line, index) => `${`${from + index + 1}`.padStart(width)}| ${showLine(line)}`);
}

/** A line with its tabs, blanks at the end and invisible characters made visible; cut when it is long. */
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
