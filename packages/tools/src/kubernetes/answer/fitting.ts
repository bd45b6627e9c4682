import { estimateTokens } from '@shipmate/core';

/** Longer lines are split, so that a reader can page through all of a text. */
const maxLineLength = 1_000;

/**
 * Returns how many texts from the start fit within `maxTokens`, one per line; at least one, so that paging always
 * advances.
 */
export function countFitting(texts: readonly string[], maxTokens: number): number {
  let left = maxTokens;
  for (const [index, text] of texts.entries()) {
    left -= tokensOf(text);
    if (left < 0) return Math.max(1, index);
  }
  return texts.length;
}

/** Returns the estimated tokens of a line, including its line break. */
export function tokensOf(line: string): number {
  return estimateTokens(line) + 1;
}

/** Splits a text into lines; lines over the limit are split into pieces. */
export function toShortLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= maxLineLength) return [line];
    const pieces = line.match(new RegExp(`[^]{1,${maxLineLength}}`, 'gu')) ?? [];
    return pieces.map((piece, index) => (index < pieces.length - 1 ? `${piece} ↩` : piece));
  });
}
