/** A text with its line endings set apart, so that it can be searched and edited as if every line ended in `\n`. */
export interface TextDocument {
  readonly byteOrderMark: string;
  /** The text without byte order mark, every line ending `\n`. A lone carriage return is a character like any other. */
  readonly text: string;
  /** What each `\n` of `text` stands for, in order. */
  readonly endings: readonly string[];
}

/** A part of a text: from `start` up to `end`, without the latter. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const byteOrderMark = '\uFEFF';

/** Takes a text apart. {@link renderDocument} puts it together again, unchanged to the byte. */
export function parseDocument(content: string): TextDocument {
  return {
    byteOrderMark: content.startsWith(byteOrderMark) ? byteOrderMark : '',
    text: toPlainText(content),
    endings: content.match(/\r?\n/g) ?? [],
  };
}

/** A text as it is searched: no byte order mark, every line ending `\n`. */
export function toPlainText(content: string): string {
  const text = content.startsWith(byteOrderMark) ? content.slice(1) : content;
  return text.replaceAll('\r\n', '\n');
}

/** Writes a document with the line endings it came with. */
export function renderDocument({ byteOrderMark: mark, text, endings }: TextDocument): string {
  let index = 0;
  return mark + text.replaceAll('\n', () => endings[index++] ?? '\n');
}

/** Puts `replacement` in place of a span. Lines that stay keep their endings; new ones take those of their neighbours. */
export function spliceDocument(document: TextDocument, span: Span, replacement: string): TextDocument {
  const { text, endings } = document;
  const prefix = commonPrefix(text.slice(span.start, span.end), replacement);
  const suffix = commonSuffix(text.slice(span.start + prefix, span.end), replacement.slice(prefix));
  const changed = { start: span.start + prefix, end: span.end - suffix };
  const inserted = replacement.slice(prefix, replacement.length - suffix);

  const first = countNewlines(text.slice(0, changed.start));
  const last = first + countNewlines(text.slice(changed.start, changed.end));
  const fallback = endings[last] ?? endings[last - 1] ?? '\n';
  const added = Array.from({ length: countNewlines(inserted) }, (_, index) =>
    first + index < last ? (endings[first + index] ?? fallback) : fallback,
  );
  return {
    ...document,
    text: text.slice(0, changed.start) + inserted + text.slice(changed.end),
    endings: [...endings.slice(0, first), ...added, ...endings.slice(last)],
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
