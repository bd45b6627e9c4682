import { findLines } from './find-all.ts';
import { isBlank, trimLine } from './indentation.ts';
import { toPassage } from './passage.ts';
import type { SearchedText } from './searched-text.ts';
import type { Span } from './text-document.ts';
import type { Edit } from './tier.ts';

const maxShownLines = 15;
const maxShownPlaces = 5;
const linesAfterDifference = 4;

/** Reports that a passage is not in a text, and shows the nearest lines. */
export function describeAbsence(searched: SearchedText, { oldText, newText }: Edit): string {
  return [...describePresence(searched, newText), describeNearest(searched, oldText)].join(' ');
}

/** Reports that a passage is not in a text that is too long for a lenient search. */
export function describeAbsenceInLongText(searched: SearchedText, { newText }: Edit, maxLength: number): string {
  const reason =
    `The file has ${searched.text.length} characters, and beyond ${maxLength} only exact matches are searched. ` +
    'View the part to change and copy oldStr from it, blanks included.';
  return [...describePresence(searched, newText), reason].join(' ');
}

function describePresence(searched: SearchedText, newText: string): readonly string[] {
  const lines = toPassage(newText).lines.map(trimLine);
  if (lines.every((line) => line === '')) return [];
  const [first] = findLines(searched.linesAs(trimLine), lines, 1);
  if (first === undefined) return [];
  return [`newStr is in the file already, at line ${first + 1}; perhaps nothing is left to do.`];
}

function describeNearest(searched: SearchedText, oldText: string): string {
  const passage = toPassage(oldText).lines;
  const nearest = findNearest(searched, passage);
  if (nearest === undefined) {
    return 'No part of the file resembles oldStr. View the file and copy the passage from it.';
  }
  const end = Math.min(nearest + passage.length, searched.lineCount);
  const difference = searched.lines
    .slice(nearest, end)
    .findIndex((line, index) => line.trim() !== passage[index]?.trim());
  const first = Math.max(nearest, nearest + difference + linesAfterDifference - maxShownLines);
  return [
    `The nearest lines are these; copy oldStr from them. ${legend}`,
    ...(first > nearest ? ['…'] : []),
    ...showPart(searched, first, end),
    ...(difference < 0
      ? []
      : [`At line ${nearest + difference + 1}, oldStr has instead: ${showLine(passage[difference] ?? '')}`]),
  ].join('\n');
}

/**
 * Reports that a passage occurs more than once, with its places; `places` are all of them, or the first of
 * many.
 */
export function describeAmbiguity(
  searched: SearchedText,
  places: readonly Span[],
  { leniency, isComplete }: { readonly leniency: string; readonly isComplete: boolean },
): string {
  const numbers = places.map((place) => toLines(searched, place).first + 1).join(', ');
  const shown = places.slice(0, maxShownPlaces).flatMap((place) => {
    const { first, last } = toLines(searched, place);
    return ['', ...showPart(searched, Math.max(0, first - 1), last + 2)];
  });
  return [
    `oldStr occurs in ${isComplete ? '' : 'more than '}${places.length} places${leniency && ` (${leniency})`}, ` +
      `and it must occur once: at lines ${numbers}${isComplete ? '' : ' and more'}. ` +
      `Add lines around it that identify the place. ${legend}`,
    ...shown,
  ].join('\n');
}

/**
 * Reports that a passage was found except for its indentation, and that the new text cannot be indented from
 * it.
 */
export function describeLostIndentation(searched: SearchedText, place: Span): string {
  const { first, last } = toLines(searched, place);
  return [
    'oldStr lacks the indentation that the file has, so newStr cannot be indented either. ' +
      `Give both as the file is indented. ${legend}`,
    ...showPart(searched, first, last + 1),
  ].join('\n');
}

/** Shows lines from `first`, counted from 0, up to `end`; shortened if they are many. */
function showPart({ lines, lineCount }: SearchedText, first: number, end: number): readonly string[] {
  const last = Math.min(end, lineCount);
  const cut = Math.min(last, first + maxShownLines);
  return [...showLines(lines, first, cut), ...(cut < last ? ['…'] : [])];
}

/** Returns the lines, from 0, in which a span begins and ends. The end of a line belongs to it. */
export function toLines(
  searched: SearchedText,
  { start, end }: Span,
): { readonly first: number; readonly last: number } {
  return { first: searched.lineAt(start), last: searched.lineAt(Math.max(start, end - 1)) };
}

const maxLineLength = 300;

/** Legend of the symbols for invisible characters. */
const legend = '(Here → is a tab, · a space at the end of a line, and ⟨…⟩ the code of a character that is not seen.)';

/**
 * Formats lines of a text with their numbers and visible whitespace: from line `from`, counted from 0,
 * inclusive, to `to`, exclusive.
 */
function showLines(lines: readonly string[], from: number, to: number): readonly string[] {
  const width = `${Math.min(to, lines.length)}`.length;
  return lines.slice(from, to).map((line, index) => `${`${from + index + 1}`.padStart(width)}| ${showLine(line)}`);
}

/**
 * Formats a line with visible tabs, trailing whitespace and invisible characters; truncated if it is long.
 */
function showLine(line: string): string {
  const shown = line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;
  return shown
    .replace(/ +$/, (blanks) => '·'.repeat(blanks.length))
    .replaceAll('\t', '→')
    .replace(
      /[^\S ]|\p{Cf}|\p{Cc}/gu,
      (character) => `⟨${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}⟩`,
    );
}

/** Lines that occur more often than this are no evidence of a passage's place. */
const maxPlacesPerLine = 100;
const maxVotingLines = 2_000;
const maxComparedLines = 20_000;
const maxComparedLength = 200;
const maxComparedPlaces = 100;
const maxComparedLinesPerPlace = 10;
const minSimilarity = 0.5;

/**
 * Returns the line (from 0) at which the part of a text most similar to a passage begins; `undefined` if
 * there is none.
 *
 * Lines that are equal except for indentation vote for the start of the passage, and among starts with as many
 * votes the similarity of the other lines decides; without any, the line most similar to the passage's longest
 * one decides.
 */
function findNearest(searched: SearchedText, passage: readonly string[]): number | undefined {
  return mostVoted(searched.linesAs(trimLine), passage) ?? mostSimilar(searched.lines, passage);
}

function mostVoted(trimmedLines: readonly string[], passage: readonly string[]): number | undefined {
  const voters = passage.slice(0, maxVotingLines).map(trimLine);
  const places = new Map<string, number[]>();
  for (const line of voters) if (line !== '') places.set(line, []);
  for (const [index, line] of trimmedLines.entries()) places.get(line)?.push(index);
  const votes = new Map<number, number>();
  for (const [offset, line] of voters.entries()) {
    const found = places.get(line) ?? [];
    if (found.length > maxPlacesPerLine) continue;
    for (const place of found) {
      const start = Math.max(0, place - offset);
      votes.set(start, (votes.get(start) ?? 0) + 1);
    }
  }
  const most = [...votes.values()].reduce((left, right) => Math.max(left, right), 0);
  const starts = [...votes.keys()].filter((start) => votes.get(start) === most);
  const absent = [...voters.entries()].filter(([, line]) => places.get(line)?.length === 0);
  return mostAlike(trimmedLines, starts, absent);
}

/** Returns the start at which a passage's lines, given with their offsets, are most similar to the text's. */
function mostAlike(
  lines: readonly string[],
  starts: readonly number[],
  passage: readonly (readonly [offset: number, line: string])[],
): number | undefined {
  const [first, ...others] = starts.slice(0, maxComparedPlaces);
  if (first === undefined || others.length === 0) return first;
  const wanted = passage
    .slice(0, maxComparedLinesPerPlace)
    .map(([offset, line]) => ({ offset, bigrams: toBigrams(line) }));
  const scoreOf = (start: number) =>
    wanted.reduce((sum, { offset, bigrams }) => sum + similarity(bigrams, toBigrams(lines[start + offset] ?? '')), 0);
  let best = { start: first, score: scoreOf(first) };
  for (const start of others) {
    const score = scoreOf(start);
    if (score > best.score) best = { start, score };
  }
  return best.start;
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
