import { findMatch, maxLenientLength } from './find-match.ts';
import {
  describeAbsence,
  describeAbsenceInLongText,
  describeAmbiguity,
  describeLostIndentation,
  toLines,
} from './refusal.ts';
import { SearchedText } from './searched-text.ts';
import { parseDocument, renderDocument, type Span, type Splice, spliceDocument, toPlainText } from './text-document.ts';
import type { Edit, TierName } from './tier.ts';
import { toUnifiedDiff } from './unified-diff.ts';

/** A text replacement request. */
export interface TextEdit {
  readonly oldStr: string;
  readonly newStr: string;
  /** Replaces every place; by default there must be exactly one. */
  readonly replaceAll?: boolean;
  /** Maximum length of the resulting text. */
  readonly maxLength?: number;
}

/** The result of a replacement. */
export interface TextReplacement {
  readonly applied: true;
  readonly content: string;
  /** The tier that recognized the passage. */
  readonly tier: TierName;
  /** The number of places at which it was replaced. */
  readonly count: number;
  /** The lines from the first to the last place, numbered as before the edit; 1-based, both included. */
  readonly range: { readonly first: number; readonly last: number };
  /** The hunks of a unified diff, without line endings. */
  readonly diff: string;
}

/** A refused replacement; `message` explains the correction to a model. */
export interface TextReplacementRefusal {
  readonly applied: false;
  readonly reason: 'empty' | 'unchanged' | 'omission' | 'absent' | 'ambiguous' | 'indentation' | 'too_long';
  readonly message: string;
}

/** More places than this are not listed separately. */
const maxListedPlaces = 100;

/**
 * Replaces the one passage of a text that matches `oldStr`, or all of them with `replaceAll`.
 *
 * The passage may begin and end within a line if it is exact except for typographic quotes, dashes and
 * spaces. Beyond that, whole lines are recognized despite trailing whitespace, a different indentation, which
 * is then applied to the new text, and other whitespace within. The strictest tier that finds the passage
 * decides. Line endings and byte order mark are kept. A blank passage matches the whole of an empty text; an
 * empty one matches nothing else. The call is synchronous and its time is linear in the lengths of the texts,
 * whatever they hold: 50 ms at 200 KB, a second at 8 MB, with lines of usual lengths.
 */
export function replaceText(content: string, textEdit: TextEdit): TextReplacement | TextReplacementRefusal {
  const document = parseDocument(content);
  const searched = new SearchedText(document.text);
  const given = toEdit(document.text, textEdit);
  const { replaceAll = false, maxLength = Number.POSITIVE_INFINITY } = textEdit;
  const fault = findFault(document.text, given);
  if (fault) return fault;

  const match = findMatch(searched, given, replaceAll ? Number.POSITIVE_INFINITY : maxListedPlaces + 1);
  if (!match) return refuseReplacement('absent', describeMiss(searched, given));
  const { tier, edit, places } = match;
  if (places.length > 1 && !replaceAll) {
    const listing = { leniency: tier.leniency, isComplete: places.length <= maxListedPlaces };
    return refuseReplacement('ambiguous', describeAmbiguity(searched, places.slice(0, maxListedPlaces), listing));
  }

  const splices: Splice[] = [];
  let { length } = content;
  for (const span of withoutOverlaps(places)) {
    const replacement = tier.adapt(searched, edit, span);
    if (replacement === undefined) return refuseReplacement('indentation', describeLostIndentation(searched, span));
    length += replacement.length - (span.end - span.start);
    if (length > maxLength) return refuseReplacement('too_long', describeExcess(maxLength));
    splices.push({ span, replacement });
  }
  const changed = spliceDocument(document, splices);
  if (changed.text === document.text) {
    return refuseReplacement(
      'unchanged',
      'The file already has newStr there, except for whitespace. Nothing would change.',
    );
  }
  return {
    applied: true,
    content: renderDocument(changed),
    tier: tier.name,
    count: splices.length,
    range: toRange(searched, splices),
    diff: toUnifiedDiff(document.text, changed.text),
  };
}

/** In an empty text, a passage of whitespace equals an empty one. */
function toEdit(text: string, { oldStr, newStr }: TextEdit): Edit {
  const oldText = toPlainText(oldStr);
  return { oldText: text === '' && oldText.trim() === '' ? '' : oldText, newText: toPlainText(newStr) };
}

/** Returns the fault of an edit that does not depend on the place of its passage. */
function findFault(text: string, { oldText, newText }: Edit): TextReplacementRefusal | undefined {
  if (oldText === '' && text !== '') return refuseReplacement('empty', 'oldStr is empty. Give the passage to replace.');
  if (oldText === newText) return refuseReplacement('unchanged', 'oldStr and newStr are the same.');
  const omission = findOmission(newText, oldText);
  if (omission === undefined) return undefined;
  return refuseReplacement(
    'omission',
    `newStr leaves lines out: "${omission}" would be written to the file literally. Write every line, ` +
      'or replace a shorter passage.',
  );
}

function describeExcess(maxLength: number): string {
  return `The file would become longer than ${maxLength} characters. Replace fewer places, or write less.`;
}

function describeMiss(searched: SearchedText, edit: Edit): string {
  return searched.text.length > maxLenientLength
    ? describeAbsenceInLongText(searched, edit, maxLenientLength)
    : describeAbsence(searched, edit);
}

/** Returns the first of each group of overlapping places. */
function withoutOverlaps(places: readonly Span[]): readonly Span[] {
  let end = -1;
  return places.filter((place) => {
    const isApart = place.start >= end;
    if (isApart) end = place.end;
    return isApart;
  });
}

function toRange(searched: SearchedText, splices: readonly Splice[]): TextReplacement['range'] {
  const [first, last] = [splices[0], splices.at(-1)].map((splice) => splice && toLines(searched, splice.span));
  return { first: (first?.first ?? 0) + 1, last: (last?.last ?? 0) + 1 };
}

function refuseReplacement(reason: TextReplacementRefusal['reason'], message: string): TextReplacementRefusal {
  return { applied: false, reason, message };
}

/** Longer lines are not read: a placeholder for omitted lines is short. */
const maxOmissionLength = 80;

/** A line that is only a comment, in any of the usual languages; its words are captured. */
const commentLine = /^(?:#|\/\/|--|;|%|\/?\*+|<!--|\{\{-?\s*\/\*|\{#)[ \t]?(.*?)\s*(?:\*\/\s*-?\}\}|\*\/|-->|#\})?$/;

const ellipsisAlone = /^(?:\.{3,}|…)$/;
const ellipsisFirst =
  /^[([]?(?:\.{3,}|…)\s*\(?(?:the\s+)?(?:rest|remainder|remaining|existing|unchanged|previous|other|same|more|omitted)\b/i;
const ellipsisLast = /^[([]?(?:the\s+)?(?:rest|remainder|remaining|unchanged|other)\b.*(?:\.{3,}|…)[)\]]?$/i;
const restUnchanged = /^[([]?(?:the\s+)?(?:rest|remainder)\b.*\b(?:unchanged|omitted|as before|the same)[)\].]*$/i;

/**
 * Returns the first line of a new text that is a placeholder for omitted lines, for example `# ... rest
 * unchanged`, unless the old text has it.
 */
export function findOmission(newText: string, oldText: string): string | undefined {
  const omissions = toTrimmedLines(newText).filter(isOmission);
  if (omissions.length === 0) return undefined;
  const present = new Set(toTrimmedLines(oldText));
  return omissions.find((line) => !present.has(line));
}

function toTrimmedLines(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trim());
}

function isOmission(line: string): boolean {
  if (line.length > maxOmissionLength) return false;
  const words = commentLine.exec(line)?.[1];
  if (words !== undefined) {
    return [ellipsisAlone, ellipsisFirst, ellipsisLast, restUnchanged].some((pattern) => pattern.test(words));
  }
  return line.startsWith('(') ? ellipsisLast.test(line) : /^(?:\.{3,}|…)\s/.test(line) && ellipsisFirst.test(line);
}
