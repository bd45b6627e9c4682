import { isBlank } from './indentation.ts';

/** Lines that occur more often than this say nothing about where a passage is. */
const maxPlacesPerLine = 200;
const maxComparedLines = 20_000;
const minSimilarity = 0.5;

/**
 * The line (from 0) at which the part of a file begins that is most like a passage, or `undefined` when nothing is.
 *
 * Lines that are equal but for indentation vote for where the passage would begin; without any, the most similar line to
 * the passage's longest one decides.
 */
export function findNearest(lines: readonly string[], passage: readonly string[]): number | undefined {
  return mostVoted(lines, passage) ?? mostSimilar(lines, passage);
}

function mostVoted(lines: readonly string[], passage: readonly string[]): number | undefined {
  const places = new Map<string, number[]>();
  for (const line of passage) if (!isBlank(line)) places.set(line.trim(), []);
  for (const [index, line] of lines.entries()) places.get(line.trim())?.push(index);
  const votes = new Map<number, number>();
  let winner: number | undefined;
  for (const [offset, line] of passage.entries()) {
    const found = places.get(line.trim()) ?? [];
    if (found.length > maxPlacesPerLine) continue;
    for (const place of found) {
      const start = Math.max(0, place - offset);
      const count = (votes.get(start) ?? 0) + 1;
      votes.set(start, count);
      if (winner === undefined || count > (votes.get(winner) ?? 0)) winner = start;
    }
  }
  return winner;
}

function mostSimilar(lines: readonly string[], passage: readonly string[]): number | undefined {
  const offset = passage.reduce(
    (best, line, index) => (line.trim().length > (passage[best] ?? '').trim().length ? index : best),
    0,
  );
  const wanted = toBigrams(passage[offset] ?? '');
  let best: { readonly start: number; readonly score: number } | undefined;
  for (const [index, line] of lines.slice(0, maxComparedLines).entries()) {
    const score = similarity(wanted, toBigrams(line));
    if (score >= minSimilarity && score > (best?.score ?? 0)) best = { start: Math.max(0, index - offset), score };
  }
  return best?.start;
}

function toBigrams(line: string): ReadonlySet<string> {
  const text = line.trim().toLowerCase();
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
}

/** The Dice coefficient: 0 for nothing in common, 1 for the same pairs of characters. */
function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let common = 0;
  for (const pair of right) if (left.has(pair)) common++;
  return (2 * common) / (left.size + right.size);
}
