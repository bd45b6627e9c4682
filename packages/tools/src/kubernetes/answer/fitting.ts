import { estimateTokens } from '@shipmate/core';

/** Longer lines are shown in pieces, so that every part of a text can be reached. */
const maxLineLength = 1_000;

/** How many texts from the start fit, each on a line of its own; one at least, so that reading on gets somewhere. */
export function countFitting(texts: readonly string[], maxTokens: number): number {
  let left = maxTokens;
  for (const [index, text] of texts.entries()) {
    left -= tokensOf(text);
    if (left < 0) return Math.max(1, index);
  }
  return texts.length;
}

/** What a line takes of an answer, its end counted. */
export function tokensOf(line: string): number {
  return estimateTokens(line) + 1;
}

/** The lines of a text; those that are too long come in pieces. */
export function toShortLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= maxLineLength) return [line];
    const pieces = line.match(new RegExp(`[^]{1,${maxLineLength}}`, 'gu')) ?? [];
    return pieces.map((piece, index) => (index < pieces.length - 1 ? `${piece} ↩` : piece));
  });
}
