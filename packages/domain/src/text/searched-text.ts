import { detectIndentUnit } from './indentation.ts';
import { toPlainCharacters } from './plain-characters.ts';
import type { Span } from './text-document.ts';

/**
 * A text to be searched in several ways; its lines and each normalization of them are computed on first use,
 * once.
 */
export class SearchedText {
  readonly text: string;
  readonly #readings = new Map<(line: string) => string, readonly string[]>();
  #lines: readonly string[] | undefined;
  #starts: readonly number[] | undefined;
  #plain: SearchedText | undefined;
  #indentUnit: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get lines(): readonly string[] {
    return (this.#lines ??= this.text.split('\n'));
  }

  /** The number of lines, without the empty one after a final newline. */
  get lineCount(): number {
    return this.lines.length - (this.lines.at(-1) === '' ? 1 : 0);
  }

  /** The text in plain characters, place by place; the same object if it has no others. */
  get plain(): SearchedText {
    if (!this.#plain) {
      const plain = toPlainCharacters(this.text);
      this.#plain = plain === this.text ? this : new SearchedText(plain);
    }
    return this.#plain;
  }

  get indentUnit(): string {
    return (this.#indentUnit ??= detectIndentUnit(this.lines));
  }

  /** Returns every line normalized by `read`. */
  linesAs(read: (line: string) => string): readonly string[] {
    const known = this.#readings.get(read);
    if (known) return known;
    const lines = this.lines.map(read);
    this.#readings.set(read, lines);
    return lines;
  }

  /** Returns the span of some lines, on request with the end of the last one if it has one. */
  spanOfLines(first: number, count: number, withLastEnd: boolean): Span {
    const start = this.#startOf(first) ?? this.text.length;
    const next = this.#startOf(first + count);
    return { start, end: next === undefined ? this.text.length : next - (withLastEnd ? 0 : 1) };
  }

  /** Returns the line, from 0, that contains a place of the text. */
  lineAt(place: number): number {
    let [low, high] = [0, this.lines.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#startOf(middle) ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #startOf(line: number): number | undefined {
    this.#starts ??= toStarts(this.lines);
    return this.#starts[line];
  }
}

function toStarts(lines: readonly string[]): readonly number[] {
  let start = 0;
  return lines.map((line) => {
    const here = start;
    start += line.length + 1;
    return here;
  });
}
