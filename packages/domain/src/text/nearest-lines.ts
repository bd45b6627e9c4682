import { isBlank, trimLine } from './indentation.ts';
import type { SearchedText } from './searched-text.ts';

/** Lines that occur more often than this are no evidence of a passage's place. */
const maxPlacesPerLine = 100;
const maxVotingLines = 2_000;
const maxComparedLines = 20_000;
const maxComparedLength = 200;
const minSimilarity = 0.5;

/**
 * Returns the line (from 0) at which the part of a text most similar to a passage begins; `undefined` if
 * there is none.
 *
 * Lines that are equal except for indentation vote for the start of the passage; without any, the line most
 * similar to the passage's longest one decides.
 */
export function findNearest(searched: SearchedText, passage: readonly string[]): number | undefined {
  return mostVoted(searched.linesAs(trimLine), passage) ?? mostSimilar(searched.lines, passage);
}

function mostVoted(trimmedLines: readonly string[], passage: readonly string[]): number | undefined {
  const voters = passage.slice(0, maxVotingLines).map(trimLine);
  const places = new Map<string, number[]>();
  for (const line of voters) if (line !== '') places.set(line, []);
  for (const [index, line] of trimmedLines.entries()) places.get(line)?.push(index);
  const votes = new Map<number, number>();
  let winner: number | undefined;
  for (const [offset, line] of voters.entries()) {
    const found = places.get(line) ?? [];
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
    (best, line, index) => (lengthOf(line) > lengthOf(passage[best] ?? '') ? index : best),
    0,
  );
  const wanted = toBigrams(passage[offset] ?? '');
  let best: { readonly start: number; readonly score: number } | undefined;
  for (const [index, line] of lines.slice(0, maxComparedLines).entries()) {
    if (isBlank(line)) continue;
    const score = similarity(wanted, toBigrams(line));
    if (score >= minSimilarity && score > (best?.score ?? 0)) best = { start: Math.max(0, index - offset), score };
  }
  return best?.start;
}

function lengthOf(line: string): number {
  return line.trim().length;
}

/** Returns the pairs of neighbouring characters at the start of a line, each as one number. */
function toBigrams(line: string): ReadonlySet<number> {
  const text = line.trim().slice(0, maxComparedLength).toLowerCase();
  const pairs = new Set<number>();
  for (let at = 1; at < text.length; at++) pairs.add(text.charCodeAt(at - 1) * 0x1_00_00 + text.charCodeAt(at));
  return pairs;
}

/** Returns the Dice coefficient: 0 for nothing in common, 1 for the same pairs of characters. */
function similarity(left: ReadonlySet<number>, right: ReadonlySet<number>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let common = 0;
  for (const pair of right) if (left.has(pair)) common++;
  return (2 * common) / (left.size + right.size);
}
