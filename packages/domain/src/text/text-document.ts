/**
 * A text with its line endings kept separately, so that it can be searched and edited as if every line ended
 * in `\n`.
 */
interface TextDocument {
  readonly byteOrderMark: string;
  /** The text without byte order mark, every line ending `\n`. A lone carriage return is a character like any other. */
  readonly text: string;
  /** The original line ending of each `\n` of `text`, in order. */
  readonly endings: readonly string[];
}

/** A part of a text: from `start`, inclusive, to `end`, exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const byteOrderMark = '\uFEFF';

/** Splits a text into text and line endings. {@link renderDocument} restores it, unchanged to the byte. */
export function parseDocument(content: string): TextDocument {
  return {
    byteOrderMark: content.startsWith(byteOrderMark) ? byteOrderMark : '',
    text: toPlainText(content),
    endings: content.match(/\r?\n/g) ?? [],
  };
}

/** Normalizes a text for searches: no byte order mark, every line ending `\n`. */
export function toPlainText(content: string): string {
  const text = content.startsWith(byteOrderMark) ? content.slice(1) : content;
  return text.replaceAll('\r\n', '\n');
}

/** Renders a document with its original line endings. */
export function renderDocument({ byteOrderMark: mark, text, endings }: TextDocument): string {
  let index = 0;
  return mark + text.replaceAll('\n', () => endings[index++] ?? '\n');
}

/** The replacement of a span. */
export interface Splice {
  readonly span: Span;
  readonly replacement: string;
}

/**
 * Replaces spans, which are in order and do not overlap. Unchanged lines keep their endings; new ones take
 * those of their neighbours.
 */
export function spliceDocument(document: TextDocument, splices: readonly Splice[]): TextDocument {
  const { text, endings } = document;
  const texts: string[] = [];
  const newEndings: string[] = [];
  let at = 0;
  let line = 0;
  for (const splice of splices) {
    const { span, replacement } = narrow(text, splice);
    const first = line + countNewlines(text.slice(at, span.start));
    const last = first + countNewlines(text.slice(span.start, span.end));
    const fallback = endings[last] ?? endings[last - 1] ?? '\n';
    for (; line < first; line++) newEndings.push(endings[line] ?? '\n');
    for (let added = countNewlines(replacement); added > 0; added--) {
      newEndings.push(line < last ? (endings[line++] ?? fallback) : fallback);
    }
    texts.push(text.slice(at, span.start), replacement);
    at = span.end;
    line = last;
  }
  return {
    ...document,
    text: texts.join('') + text.slice(at),
    endings: newEndings.concat(endings.slice(line)),
  };
}

/** Removes the common start and end from a splice. */
function narrow(text: string, { span: { start, end }, replacement }: Splice): Splice {
  const prefix = commonPrefix(text.slice(start, end), replacement);
  const suffix = commonSuffix(text.slice(start + prefix, end), replacement.slice(prefix));
  return {
    span: { start: start + prefix, end: end - suffix },
    replacement: replacement.slice(prefix, replacement.length - suffix),
  };
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function commonPrefix(left: string, right: string): number {
  const limit = Math.min(left.length, right.length);
  let length = 0;
  while (length < limit && left[length] === right[length]) length++;
  return length;
}

function commonSuffix(left: string, right: string): number {
  const limit = Math.min(left.length, right.length);
  let length = 0;
  while (length < limit && left.at(-1 - length) === right.at(-1 - length)) length++;
  return length;
}
