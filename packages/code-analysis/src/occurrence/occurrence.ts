import type { TextRange } from '../structure/code-structure.ts';

/** The role of a name at a place. `member` is a name after a dot or an arrow,
 * `shorthand` a name that is a key and a value, such as `{ a }`, `unknown` a place in a text that is not parsed. */
export const occurrenceKinds = [
  'definition',
  'import',
  'call',
  'type',
  'member',
  'shorthand',
  'other',
  'unknown',
] as const;

export type OccurrenceKind = (typeof occurrenceKinds)[number];

/** A place at which a name is written as code. */
export interface OccurrencePlace extends TextRange {
  readonly kind: OccurrenceKind;
  /** True for a name that is a property too, such as `a` in `const { a } = b`. */
  readonly shorthand?: boolean;
  /** True for the name of an argument, or of a field in a literal of an object, in languages other than scripts. */
  readonly isKey?: boolean;
}

/** A place with its line. */
export interface Occurrence extends OccurrencePlace {
  /** From 1, as `column`, which counts UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** The line without its indentation, at most 200 characters. */
  readonly text: string;
}

/** The places of a name in one file. */
export interface Occurrences {
  /** `text` when the language is not known; comments and strings count then. */
  readonly mode: 'parsed' | 'text';
  readonly places: readonly Occurrence[];
  /** Places at which the name is not code: comments, strings, and parts that could not be parsed. */
  readonly leftOut: number;
}

/** The most places of one file. */
export const maxPlaces: number = 5_000;

const wordCharacter = /[\p{L}\p{N}_$]/u;

/** Finds a name as a whole word, in linear time. */
export function findWords(text: string, name: string): TextRange[] {
  const found: TextRange[] = [];
  let start = text.indexOf(name);
  while (start >= 0 && found.length < maxPlaces) {
    const end = start + name.length;
    if (!isWordAt(text, start - 1) && !isWordAt(text, end)) found.push({ start, end });
    start = text.indexOf(name, end);
  }
  return found;
}

function isWordAt(text: string, at: number): boolean {
  return wordCharacter.test(text.charAt(at));
}
