import { maxOccurrences } from './find-all.ts';
import { findNearest } from './nearest-lines.ts';
import { toPassage } from './passage.ts';
import type { Span } from './text-document.ts';
import type { Edit } from './tier.ts';

const maxShownLines = 15;
const maxShownLineLength = 300;
const maxListedPlaces = 10;

/** Says that a passage is not in a text, and shows what comes nearest to it. */
export function describeAbsence(text: string, { oldText, newText }: Edit): string {
  const present = newText.trim() === '' ? -1 : text.indexOf(newText);
  const already =
    present < 0
      ? []
      : [`newStr is in the file already, at line ${lineNumberAt(text, present)}; perhaps nothing is left to do.`];
  const lines = text.split('\n');
  const passage = toPassage(oldText).lines;
  const nearest = findNearest(lines, passage);
  const hint =
    nearest === undefined
      ? 'No part of the file resembles oldStr. View the file and copy the passage from it.'
      : `The nearest lines are these; copy oldStr from them.\n${showLines(lines, nearest, passage.length)}`;
  return [...already, hint].join(' ');
}

/** Says that a passage occurs more than once, and where. */
export function describeAmbiguity(text: string, places: readonly Span[], leniency: string): string {
  const listed = places.slice(0, maxListedPlaces).map(({ start }) => {
    const line = lineNumberAt(text, start);
    return `line ${line}: ${showLine(text.split('\n', line).at(-1) ?? '')}`;
  });
  const count = places.length < maxOccurrences ? `${places.length}` : `${maxOccurrences} or more`;
  const rest = places.length > maxListedPlaces ? '\n…' : '';
  return (
    `oldStr occurs in ${count} places${leniency && ` (${leniency})`}, and it must occur once. ` +
    `Add lines around it that tell the place you mean.\n${listed.join('\n')}${rest}`
  );
}

/** Says that a passage was found but for its indentation, and that the new text cannot be indented from it. */
export function describeLostIndentation(text: string, { start, end }: Span): string {
  const first = lineNumberAt(text, start) - 1;
  const count = toPassage(text.slice(start, end)).lines.length;
  return (
    'oldStr lacks the indentation that the file has, so newStr cannot be indented either. ' +
    `Give both as the file is indented.\n${showLines(text.split('\n'), first, count)}`
  );
}

/** The number of the line, from 1, in which a place of a text is. */
export function lineNumberAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length;
}

function showLines(lines: readonly string[], first: number, count: number): string {
  const shown = lines.slice(first, first + Math.min(count, maxShownLines));
  const width = `${first + shown.length}`.length;
  const numbered = shown.map((line, index) => `${`${first + index + 1}`.padStart(width)}| ${showLine(line)}`);
  const rest = count > shown.length && first + shown.length < lines.length ? ['…'] : [];
  return ['(In them → is a tab and · a space at the end of a line.)', ...numbered, ...rest].join('\n');
}

function showLine(line: string): string {
  const shown = line.length > maxShownLineLength ? `${line.slice(0, maxShownLineLength)}…` : line;
  return shown.replaceAll('\t', '→').replace(/ +$/, (blanks) => '·'.repeat(blanks.length));
}
