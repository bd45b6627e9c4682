import type { FileAnalysis } from './code-map.ts';
import { splitCodeWords } from './code-words.ts';

/** Length of a card, in characters. */
const maxLength = 500;

/**
 * Returns the text that stands for a file when it is converted to a vector: the words of its path, the names that it declares, and the
 * words of its documentation and comments, at most 500 characters. Raw code converts worse.
 */
export function toSymbolCard(path: string, { symbols, words }: Pick<FileAnalysis, 'symbols' | 'words'>): string {
  const parts = [
    splitCodeWords(path).join(' '),
    unique(symbols.flatMap(({ name }) => splitCodeWords(name))).slice(0, 200),
    symbols
      .flatMap(({ doc }) => doc ?? [])
      .join(' ')
      .slice(0, 200),
    words,
  ];
  return parts
    .filter((part) => part !== '')
    .join('. ')
    .slice(0, maxLength)
    .toWellFormed();
}

function unique(words: readonly string[]): string {
  return [...new Set(words)].join(' ');
}
