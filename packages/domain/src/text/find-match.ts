import { findAll, findLines } from './find-all.ts';
import { indentOf, isBlank, trimLine } from './indentation.ts';
import { toPassage } from './passage.ts';
import { toPlainCharacters } from './plain-characters.ts';
import { reindent } from './reindent.ts';
import type { SearchedText } from './searched-text.ts';
import type { Span } from './text-document.ts';
import type { Edit, Tier, TierName } from './tier.ts';

/**
 * Longer texts are only searched for exact characters: a search that ignores whitespace takes up to a second
 * at this length.
 */
export const maxLenientLength = 10_000_000;

/** The places of a passage, and how it was recognized. */
interface Match {
  readonly tier: Tier;
  /** The edit, adapted to those places. */
  readonly edit: Edit;
  readonly places: readonly Span[];
}

/**
 * Returns the places that the strictest matching tier finds, at most `limit`: of the passage as given or
 * else, as whole lines, of the passage without its leading blank lines.
 */
export function findMatch(searched: SearchedText, edit: Edit, limit: number): Match | undefined {
  const lenientTiers = searched.text.length <= maxLenientLength ? lineTiers : [];
  const attempts = [
    { edit, tiers: [...substringTiers, ...lenientTiers] },
    { edit: withoutLeadingBlankLines(edit), tiers: lenientTiers },
  ];
  for (const attempt of attempts) {
    if (!attempt.edit) continue;
    for (const tier of attempt.tiers) {
      const places = tier.find(searched, attempt.edit.oldText, limit);
      if (places.length > 0) return { tier, edit: attempt.edit, places };
    }
  }
  return undefined;
}

/**
 * Returns an edit without the leading blank lines of its passage, and with as many removed from the new text;
 * `undefined` if there are none.
 */
function withoutLeadingBlankLines({ oldText, newText }: Edit): Edit | undefined {
  const count = /^(?:[^\S\n]*\n)*/.exec(oldText)?.[0].split('\n').length ?? 1;
  if (count === 1) return undefined;
  const [oldLines, newLines] = [oldText.split('\n'), newText.split('\n')];
  const kept = newLines.findIndex((line, index) => index === count - 1 || line.trim() !== '');
  return { oldText: oldLines.slice(count - 1).join('\n'), newText: newLines.slice(Math.max(0, kept)).join('\n') };
}

const exactTier: Tier = {
  name: 'exact',
  leniency: '',
  find: ({ text }, oldText, limit) =>
    findAll(text, oldText, limit).map((start) => ({ start, end: start + oldText.length })),
  adapt: indentFurtherLines,
};

/** The tiers that find a passage anywhere, even within a line. */
const substringTiers: readonly Tier[] = [exactTier, inPlainCharacters(exactTier, 'unicode')];

/**
 * Returns the new text unchanged; but if a line was given with a part of its indentation, and so found within
 * it, further new lines get the other part. New lines that already have the full indentation do not get it
 * twice, unless the edit changes nothing but the indentation of one line.
 */
function indentFurtherLines({ text }: SearchedText, { oldText, newText }: Edit, { start }: Span): string {
  const lacking = start === 0 ? '' : text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const given = indentOf(oldText);
  if (lacking === '' || !isBlank(lacking)) return newText;
  const isOneLine = toPassage(oldText).lines.length === 1;
  const [first = '', ...others] = newText.split('\n');
  const isMultiline = !isOneLine || others.some((line) => !isBlank(line));
  const isRewritten = given !== '' && newText.trim() !== oldText.trim();
  if ((isMultiline || isRewritten) && indentOf(first) === lacking + given) return newText.slice(lacking.length);
  if (given === '' || !isOneLine || !newText.startsWith(given)) return newText;
  return [first, ...others.map((line) => (isBlank(line) ? line : lacking + line))].join('\n');
}

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
const lineTiers: readonly Tier[] = [
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

/** Returns a tier that also treats typographic quotes, dashes and spaces as plain ones. */
function inPlainCharacters(tier: Tier, name: TierName): Tier {
  const overlooked = 'taking typographic characters for plain ones';
  return {
    ...tier,
    name,
    leniency: tier.leniency === '' ? overlooked : `${tier.leniency} and ${overlooked}`,
    find(searched, oldText, limit) {
      const plainOldText = toPlainCharacters(oldText);
      const isSame = searched.plain === searched && plainOldText === oldText;
      return isSame ? [] : tier.find(searched.plain, plainOldText, limit);
    },
  };
}
