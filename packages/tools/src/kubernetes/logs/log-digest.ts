import { tokensOf } from '../answer/fitting.ts';
import type { LogLine, LogPosition } from './log-line.ts';

/** A line, with similar lines that follow it closely. */
export interface LogEntry {
  readonly text: string;
  readonly first: LogPosition;
  /** Its last occurrence, by which entries are ordered. */
  readonly last: LogPosition;
  readonly count: number;
  readonly isMatch: boolean;
}

interface KeptEntry extends LogEntry {
  readonly shape: string;
  readonly tokens: number;
}

/** The number of preceding lines in which a similar line is looked for. */
const foldWindow = 8;
const maxTextLength = 1_000;

/** The tokens of an entry besides its text: time and count. */
const tokensAround = 12;

/** Keeps the newest entries that fit; memory is bounded by the size of the answer. */
export class LogDigest {
  readonly #maxTokens: number;
  readonly #entries: KeptEntry[] = [];
  #tokens = 0;
  #dropped = 0;
  #end: LogPosition | undefined;

  constructor(maxTokens: number) {
    this.#maxTokens = maxTokens;
  }

  add(line: LogLine, isMatch: boolean): void {
    const shape = toShape(line.text);
    const at = this.#entries.findLastIndex(
      (entry, index) =>
        index >= this.#entries.length - foldWindow && entry.shape === shape && entry.isMatch === isMatch,
    );
    const [known] = at === -1 ? [] : this.#entries.splice(at, 1);
    if (known) {
      this.#entries.push({ ...known, last: line, count: known.count + 1 });
      return;
    }
    const text =
      line.text.length > maxTextLength
        ? `${line.text.slice(0, maxTextLength)} [… ${line.text.length - maxTextLength} more characters]`
        : line.text;
    const tokens = tokensOf(text) + tokensAround;
    this.#entries.push({ text, shape, tokens, first: line, last: line, count: 1, isMatch });
    this.#tokens += tokens;
    this.#makeRoom();
  }

  /** Entries in the order of their last occurrence. */
  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** The number of dropped entries, and the position of the last of them. */
  get dropped(): { readonly count: number; readonly end: LogPosition | undefined } {
    return { count: this.#dropped, end: this.#end };
  }

  #makeRoom(): void {
    while (this.#tokens > this.#maxTokens && this.#entries.length > 1) {
      const oldest = this.#entries.shift();
      if (!oldest) return;
      this.#tokens -= oldest.tokens;
      this.#dropped += 1;
      this.#end = oldest.last;
    }
  }
}

/** Returns a line without the parts that vary between repetitions. */
function toShape(text: string): string {
  return text
    .slice(0, 500)
    .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b(?:0x)?[0-9a-f]{12,64}\b|\d+/gi, '#');
}
