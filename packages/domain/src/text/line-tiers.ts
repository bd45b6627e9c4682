import { findAll } from './find-all.ts';
import { reindent } from './reindent.ts';
import { toPassage } from './passage.ts';
import type { Span } from './text-document.ts';
import type { Edit, Tier } from './tier.ts';

/** Whole lines, whatever blanks stand at their ends. */
export const trailingWhitespaceTier: Tier = {
  name: 'trailing_whitespace',
  leniency: 'ignoring blanks at line ends',
  find: (text, edit) => findLines(text, edit, (line) => line.trimEnd()),
  adapt: (text, { newText }, place) => fitFinalNewline(text, newText, place),
};

/** Whole lines, however they are indented; the new text is indented as the file is. */
export const indentationTier: Tier = {
  name: 'indentation',
  leniency: 'ignoring indentation',
  find: (text, edit) => findLines(text, edit, (line) => line.trim()),
  adapt: (text, { oldText, newText }, place) => {
    const wanted = toPassage(newText);
    const lines = reindent(wanted.lines, {
      given: toPassage(oldText).lines,
      actual: toPassage(text.slice(place.start, place.end)).lines,
      file: text,
    });
    return lines && fitFinalNewline(text, lines.join('\n') + (wanted.endsLine ? '\n' : ''), place);
  },
};

/** The places where lines equal the passage's lines once both are normalised. A passage of blanks alone is nowhere. */
function findLines(text: string, { oldText }: Edit, normalise: (line: string) => string): readonly Span[] {
  const passage = toPassage(oldText);
  const needle = passage.lines.map(normalise);
  if (needle.every((line) => line === '')) return [];
  const lines = text.split('\n');
  const starts = lineStarts(lines);
  return findLineRuns(lines.map(normalise), needle).map((first) => {
    const next = starts[first + needle.length];
    const end = next === undefined ? text.length : next - (passage.endsLine ? 0 : 1);
    return { start: starts[first] ?? 0, end };
  });
}

/** Indexes of the lines at which a run of lines begins. Framed by `\n`, lines can be searched as text. */
function findLineRuns(lines: readonly string[], run: readonly string[]): readonly number[] {
  const framed = `\n${lines.join('\n')}\n`;
  let line = 0;
  let counted = 0;
  return findAll(framed, `\n${run.join('\n')}\n`).map((place) => {
    for (; counted < place; counted++) if (framed[counted] === '\n') line++;
    return line;
  });
}

function lineStarts(lines: readonly string[]): readonly number[] {
  let start = 0;
  return lines.map((line) => {
    const here = start;
    start += line.length + 1;
    return here;
  });
}

/** A passage that ends its line may stand at the end of a file without final newline; the new text then gets none either. */
function fitFinalNewline(text: string, newText: string, { end }: Span): string {
  const lacksNewline = end === text.length && !text.endsWith('\n');
  return lacksNewline && newText.endsWith('\n') ? newText.slice(0, -1) : newText;
}
