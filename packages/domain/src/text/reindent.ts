import { detectIndentUnit, indentOf, isBlank } from './indentation.ts';

/** What is known of how a passage was indented, and how it should have been. */
export interface IndentationEvidence {
  /** The passage as it was given. */
  readonly given: readonly string[];
  /** The same lines as the file has them. */
  readonly actual: readonly string[];
  readonly file: string;
}

/** An indentation of the passage and the one that stands for it in the file. */
interface Anchor {
  readonly given: string;
  readonly actual: string;
}

/**
 * Indents new lines as the file is indented.
 *
 * @returns `undefined` when lines of one indentation in the passage have several in the file, and a new line depends on it.
 */
export function reindent(lines: readonly string[], evidence: IndentationEvidence): readonly string[] | undefined {
  const anchors = toAnchors(evidence);
  if (isIndentedAlready(lines, evidence)) return lines.map((line) => (isBlank(line) ? '' : line));
  const scale = toScale(anchors, lines, evidence);
  const unitCharacter = detectIndentUnit(evidence.file.split('\n'))[0] ?? ' ';
  const result: string[] = [];
  for (const line of lines) {
    const indent = isBlank(line) ? '' : indentFrom(anchors, indentOf(line), { scale, unitCharacter });
    if (indent === undefined) return undefined;
    result.push(indent + line.trimStart());
  }
  return result;
}

/** Each pair once: a long passage has few. */
function toAnchors({ given, actual }: IndentationEvidence): readonly Anchor[] {
  const anchors = new Map<string, Anchor>();
  for (const [index, line] of given.entries()) {
    const anchor = { given: indentOf(line), actual: indentOf(actual[index] ?? '') };
    if (!isBlank(line)) anchors.set(JSON.stringify(anchor), anchor);
  }
  return [...anchors.values()];
}

/** The new text starts as the file does, though the old text did not: whoever wrote it has put it right there. */
function isIndentedAlready(lines: readonly string[], { given, actual }: IndentationEvidence): boolean {
  const first = lines.find((line) => !isBlank(line));
  const index = given.findIndex((line) => !isBlank(line));
  if (first === undefined) return true;
  const file = indentOf(actual[index] ?? '');
  return indentOf(first) === file && indentOf(given[index] ?? '') !== file;
}

/** How many characters of the file's indentation one character of the passage's stands for. */
function toScale(anchors: readonly Anchor[], lines: readonly string[], { given, file }: IndentationEvidence): number {
  const byWidth = [...anchors].sort((left, right) => left.given.length - right.given.length);
  const [least, most] = [byWidth[0], byWidth.at(-1)];
  if (!least || !most) return 1;
  const [givenStep, actualStep] = [most.given.length - least.given.length, most.actual.length - least.actual.length];
  if (givenStep > 0 && actualStep > 0) return actualStep / givenStep;
  const givenUnit = detectIndentUnit([...given, ...lines]);
  const fileUnit = detectIndentUnit(file.split('\n'));
  const isSameDepth = least.given.length / givenUnit.length === least.actual.length / fileUnit.length;
  return isSameDepth || givenUnit[0] !== fileUnit[0] ? fileUnit.length / givenUnit.length : 1;
}

/** The file's indentation for one of the passage's, reckoned from the nearest anchor. */
function indentFrom(
  anchors: readonly Anchor[],
  indent: string,
  { scale, unitCharacter }: { readonly scale: number; readonly unitCharacter: string },
): string | undefined {
  const distance = (anchor: Anchor) => Math.abs(anchor.given.length - indent.length);
  const least = Math.min(...anchors.map(distance));
  const nearest = anchors.filter((anchor) => distance(anchor) === least);
  const results = new Set(
    nearest.map(({ given, actual }) => {
      const difference = Math.round((indent.length - given.length) * scale);
      return difference <= 0
        ? actual.slice(0, Math.max(0, actual.length + difference))
        : actual + (actual.at(-1) ?? unitCharacter).repeat(difference);
    }),
  );
  return results.size === 1 ? [...results][0] : undefined;
}
