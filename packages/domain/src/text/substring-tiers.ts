import { findAll } from './find-all.ts';
import { inPlainCharacters } from './in-plain-characters.ts';
import { indentOf, isBlank } from './indentation.ts';
import { toPassage } from './passage.ts';
import type { SearchedText } from './searched-text.ts';
import type { Span } from './text-document.ts';
import type { Edit, Tier } from './tier.ts';

const exactTier: Tier = {
  name: 'exact',
  leniency: '',
  find: ({ text }, oldText, limit) =>
    findAll(text, oldText, limit).map((start) => ({ start, end: start + oldText.length })),
  adapt: indentFurtherLines,
};

/** The tiers that find a passage anywhere, even within a line. */
export const substringTiers: readonly Tier[] = [exactTier, inPlainCharacters(exactTier, 'unicode')];

/**
 * Returns the new text unchanged; but if a line was given with a part of its indentation, and so found within
 * it, further new lines get the other part. New lines that already have the full indentation do not get it
 * twice.
 */
function indentFurtherLines({ text }: SearchedText, { oldText, newText }: Edit, { start }: Span): string {
  const lacking = start === 0 ? '' : text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const given = indentOf(oldText);
  if (lacking === '' || !isBlank(lacking)) return newText;
  const isOneLine = toPassage(oldText).lines.length === 1;
  const [first = '', ...others] = newText.split('\n');
  const isMultiline = !isOneLine || others.some((line) => !isBlank(line));
  if (isMultiline && indentOf(first) === lacking + given) return newText.slice(lacking.length);
  if (given === '' || !isOneLine || !newText.startsWith(given)) return newText;
  return [first, ...others.map((line) => (isBlank(line) ? line : lacking + line))].join('\n');
}
