import { findLines } from './find-all.ts';
import { trimLine } from './indentation.ts';
import { findNearest } from './nearest-lines.ts';
import { toPassage } from './passage.ts';
import type { SearchedText } from './searched-text.ts';
import type { Span } from './text-document.ts';
import type { Edit } from './tier.ts';
import { legend, showLine, showLines } from './visible-lines.ts';

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
