import { findLines } from './find-all.ts';
import { trimLine } from './indentation.ts';
import { inPlainCharacters } from './in-plain-characters.ts';
import { toPassage } from './passage.ts';
import { reindent } from './reindent.ts';
import type { SearchedText } from './searched-text.ts';
import type { Span } from './text-document.ts';
import type { Edit, Tier } from './tier.ts';

const trailingWhitespaceTier: Tier = {
  name: 'trailing_whitespace',
  leniency: 'ignoring blanks at line ends',
  find: findWholeLines((line) => line.trimEnd()),
  adapt: (searched, edit, place) => fitLastEnd(searched.text, edit, place),
};

const indentationTier: Tier = {
  name: 'indentation',
  leniency: 'ignoring indentation',
  find: findWholeLines(trimLine),
  adapt: adaptIndentation,
};

const collapsedWhitespaceTier: Tier = {
  name: 'collapsed_whitespace',
  leniency: 'taking any blanks for one space',
  find: findWholeLines((line) => line.trim().replace(/\s+/g, ' ')),
  adapt: adaptIndentation,
};

/**
 * The tiers that match whole lines despite differences in whitespace. From `indentation` on, the new text is
 * indented as the file.
 */
export const lineTiers: readonly Tier[] = [
  trailingWhitespaceTier,
  inPlainCharacters(trailingWhitespaceTier, 'unicode_trailing_whitespace'),
  indentationTier,
  collapsedWhitespaceTier,
];

/**
 * Finds lines that equal the passage's lines once both are normalized by `read`. A passage of only whitespace
 * matches nothing.
 */
function findWholeLines(read: (line: string) => string): Tier['find'] {
  return (searched, oldText, limit) => {
    const passage = toPassage(oldText);
    const needle = passage.lines.map(read);
    if (needle.every((line) => line === '')) return [];
    return findLines(searched.linesAs(read), needle, limit).map((first) =>
      searched.spanOfLines(first, needle.length, passage.endsLine),
    );
  };
}

function adaptIndentation(searched: SearchedText, { oldText, newText }: Edit, place: Span): string | undefined {
  const replacement = toPassage(newText);
  const lines = reindent(replacement.lines, {
    given: toPassage(oldText).lines,
    actual: toPassage(searched.text.slice(place.start, place.end)).lines,
    fileUnit: searched.indentUnit,
  });
  const indented = lines && lines.join('\n') + (replacement.endsLine ? '\n' : '');
  return indented === undefined ? undefined : fitLastEnd(searched.text, { oldText, newText: indented }, place);
}

/**
 * Whole lines stay whole: if the passage ends its line, the new text does too. At the end of a file without
 * final newline neither does.
 */
function fitLastEnd(text: string, { oldText, newText }: Edit, { end }: Span): string {
  if (!oldText.endsWith('\n') || newText === '') return newText;
  const line = newText.endsWith('\n') ? newText.slice(0, -1) : newText;
  return end === text.length && !text.endsWith('\n') ? line : `${line}\n`;
}
