import { removeSurroundingQuotes } from './remove-surrounding-quotes.ts';

/**
 * Converts a model's text to one line: removes surrounding Markdown and quotes, joins white space, and truncates at a
 * word boundary.
 */
export function toOneLine(text: string, maxLength: number): string {
  const line = removeSurroundingQuotes(text.replace(/\*\*|__|`/g, '').replace(/\s+/g, ' '));
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/\s+\S*$/, '')}…`;
}
