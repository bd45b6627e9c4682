import { detectIndentUnit, indentOf, isBlank } from './indentation.ts';
import { findConvention } from './indentation-convention.ts';
import type { IndentationEvidence } from './indentation-evidence.ts';

/** An indentation of the passage and the corresponding one in the file. */
interface Anchor {
  readonly given: string;
  readonly actual: string;
}

/**
 * A mapping key, a list item, a template action or the head of an indented block: YAML, templates of it, or
 * Python.
 */
const indentedSyntax = /^\s*(- |[\w."'/-]+:(\s|$))|:\s*$|\{\{/;

/**
 * Indents new lines as the file is indented.
 *
 * Lines that already follow the file are kept. If lines of one indentation in the passage have several in the
 * file, the majority decides.
 *
 * @returns `undefined` if the evidence contradicts itself, a new line depends on it, and indentation carries
 * meaning.
 */
export function reindent(lines: readonly string[], evidence: IndentationEvidence): readonly string[] | undefined {
  if (lines.every(isBlank)) return lines.map(() => '');
  const convention = findConvention(lines, evidence);
  switch (convention.follows) {
    case 'file':
      return withoutBlanks(lines);
    case 'unclear':
      return evidence.actual.some(isMeaningful) ? undefined : withoutBlanks(lines);
    case 'neither':
      return mapIndentation(lines, convention.evidence);
    case 'passage':
      return completeCutOffFirstLine(lines, evidence) ?? mapIndentation(lines, evidence);
  }
}

function withoutBlanks(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (isBlank(line) ? '' : line));
}

function isMeaningful(line: string): boolean {
  return indentedSyntax.test(line);
}

function mapIndentation(lines: readonly string[], evidence: IndentationEvidence): readonly string[] | undefined {
  const learned = toAnchors(evidence);
  const scale = toScale(learned, lines, evidence);
  const unitCharacter = evidence.fileUnit[0] ?? ' ';
  const mustAgree = evidence.actual.some(isMeaningful);
  const anchors = [...learned];
  const known = new Map<string, readonly string[]>();
  const result: string[] = [];
  for (const line of lines) {
    if (isBlank(line)) {
      result.push('');
      continue;
    }
    const given = indentOf(line);
    const indents = known.get(given) ?? toIndents(anchors, given, { scale, unitCharacter });
    known.set(given, indents);
    const [indent = '', ...others] = indents;
    if (others.length > 0 && mustAgree) return undefined;
    result.push(indent + line.trimStart());
    const aligned = toAlignedAnchor(line, indent);
    if (aligned && !known.has(aligned.given) && !anchors.some((anchor) => anchor.given === aligned.given)) {
      anchors.push(aligned);
    }
  }
  return result;
}

/** Lines below the text of a list item are aligned with it, whatever a step of indentation is. */
function toAlignedAnchor(line: string, indent: string): Anchor | undefined {
  const [bullets] = /^(?:- +)+/.exec(line.trimStart()) ?? [];
  if (bullets === undefined) return undefined;
  const alignment = ' '.repeat(bullets.length);
  return { given: indentOf(line) + alignment, actual: indent + alignment };
}

/** Returns each pair once, since a long passage has few; those of most lines first. */
function toAnchors({ given, actual }: IndentationEvidence): readonly Anchor[] {
  const anchors = new Map<string, Anchor & { count: number }>();
  for (const [index, line] of given.entries()) {
    if (isBlank(line)) continue;
    const pair = { given: indentOf(line), actual: indentOf(actual[index] ?? '') };
    const key = JSON.stringify(pair);
    anchors.set(key, { ...pair, count: (anchors.get(key)?.count ?? 0) + 1 });
  }
  return [...anchors.values()].sort((left, right) => right.count - left.count);
}

/** Returns the number of characters of the file's indentation per character of the passage's. */
function toScale(
  anchors: readonly Anchor[],
  lines: readonly string[],
  { given, fileUnit }: IndentationEvidence,
): number {
  const givenUnit = detectIndentUnit([...given, ...lines]);
  const byWidth = [...anchors].sort((left, right) => left.given.length - right.given.length);
  const learned = byWidth.slice(1).flatMap((anchor, index) => {
    const before = byWidth[index] ?? anchor;
    const scale = (anchor.actual.length - before.actual.length) / (anchor.given.length - before.given.length);
    return scale > 0 && Number.isInteger(scale * givenUnit.length) ? [scale] : [];
  });
  const [first] = learned;
  if (first !== undefined) return learned.includes(1) ? 1 : first;
  const [least] = byWidth;
  const isSameDepth =
    least !== undefined && least.given.length / givenUnit.length === least.actual.length / fileUnit.length;
  return isSameDepth || givenUnit[0] !== fileUnit[0] ? fileUnit.length / givenUnit.length : 1;
}

/**
 * Returns the file's indentations for one of the passage's, computed from the nearest anchors: one if they
 * agree.
 */
function toIndents(
  anchors: readonly Anchor[],
  indent: string,
  { scale, unitCharacter }: { readonly scale: number; readonly unitCharacter: string },
): readonly string[] {
  const distance = (anchor: Anchor) => Math.abs(anchor.given.length - indent.length);
  const least = Math.min(...anchors.map(distance));
  const nearest = anchors.filter((anchor) => distance(anchor) === least);
  const indents = nearest.map(({ given, actual }) => {
    const difference = Math.round((indent.length - given.length) * scale);
    return difference <= 0
      ? actual.slice(0, Math.max(0, actual.length + difference))
      : actual + (actual.at(-1) ?? unitCharacter).repeat(difference);
  });
  return [...new Set(indents)];
}

/**
 * Indents new lines if only the first line of the passage lacks indentation, as when it was copied from
 * within that line; `undefined` otherwise.
 *
 * The first new line gets the indentation that the passage's first line lacks. The others keep theirs, like
 * the passage's, unless one is indented less than any of those: then they follow the first.
 */
function completeCutOffFirstLine(
  lines: readonly string[],
  { given, actual }: IndentationEvidence,
): readonly string[] | undefined {
  const [givenFirst, ...givenRest] = indentsOf(given);
  const [actualFirst, ...actualRest] = indentsOf(actual);
  if (givenFirst === undefined || actualFirst === undefined || givenRest.length === 0) return undefined;
  if (givenFirst === actualFirst || !actualFirst.endsWith(givenFirst)) return undefined;
  if (givenRest.some((indent, index) => indent !== actualRest[index])) return undefined;

  const lacking = actualFirst.slice(givenFirst.length);
  const [, ...newRest] = indentsOf(lines);
  const followFirst = leastLength(newRest) < leastLength(givenRest);
  const first = lines.findIndex((line) => !isBlank(line));
  return lines.map((line, index) => {
    if (isBlank(line)) return '';
    return index === first || followFirst ? lacking + line : line;
  });
}

function indentsOf(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !isBlank(line)).map(indentOf);
}

function leastLength(indents: readonly string[]): number {
  return indents.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
}
