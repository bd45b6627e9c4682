import type { JsonValue } from '../json/json-value.ts';
import { deepestNesting, readArguments } from './read-arguments.ts';

/**
 * Reads the arguments of a tool call as a model wrote them: JSON, or JSON with errors that have one possible meaning. Returns
 * `undefined` for any other text; it never throws and never adds missing values.
 *
 * It repairs code fences, comments, trailing commas, single quotes, raw line breaks in strings, bare keys, Python's literals and
 * several copies of one value. Brackets may be missing at the end, after a complete value. A text that stops within a string, a
 * number, a key or after a comma is truncated and is not repaired. A caller that knows of a truncation does not call it.
 */
export function repairJson(text: string): JsonValue | undefined {
  const plain = readArguments(text);
  if (plain !== undefined) return plain;
  const bare = withoutFence(text);
  return readArguments(bare) ?? readLeniently(bare);
}

function readLeniently(text: string): JsonValue | undefined {
  const reader = new LenientJsonReader(text);
  try {
    const first = reader.next();
    const written = JSON.stringify(first);
    for (let copy = reader.next(); copy !== undefined; copy = reader.next()) {
      if (JSON.stringify(copy) !== written) return undefined;
    }
    return first;
  } catch {
    return undefined;
  }
}

function withoutFence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```')) return trimmed;
  const body = trimmed.replace(/^```\w*/, '');
  return body.endsWith('```') ? body.slice(0, -3) : body;
}

const literals: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);

/**
 * Reads JSON with errors that have one possible meaning: comments, trailing commas, strings in single quotes or with raw line
 * breaks, bare keys, Python's literals, and brackets that are not closed after a complete value.
 */
class LenientJsonReader {
  readonly #text: string;
  #position = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next value, or `undefined` at the end of the text. @throws SyntaxError for ambiguous text. */
  next(): JsonValue | undefined {
    this.#skipBlanks();
    return this.#isAtEnd() ? undefined : this.#readValue();
  }

  #readValue(): JsonValue {
    const quote = this.#take(/["']/y);
    if (quote !== undefined) return this.#readString(quote);
    if (this.#take(/\{/y)) return Object.fromEntries(this.#readMembers('}', () => this.#readProperty()));
    if (this.#take(/\[/y)) return this.#readMembers(']', () => this.#readValue());
    const word = this.#take(/[a-zA-Z]+/y);
    if (word !== undefined) return this.#toLiteral(word);
    const number = this.#take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
    // A number at the very end may be truncated.
    if (number === undefined || this.#isAtEnd()) return this.#fail();
    return Number(number);
  }

  #toLiteral(word: string): JsonValue {
    const literal = literals.get(word);
    return literal === undefined ? this.#fail() : literal;
  }

  #readProperty(): readonly [string, JsonValue] {
    const quote = this.#take(/["']/y);
    const key = quote === undefined ? this.#take(/[a-zA-Z_$][\w$-]*/y) : this.#readString(quote);
    this.#skipBlanks();
    if (key === undefined || !this.#take(/:/y)) return this.#fail();
    this.#skipBlanks();
    return [key, this.#readValue()];
  }

  #readMembers<Member>(close: string, readMember: () => Member): Member[] {
    if ((this.#depth += 1) > deepestNesting) return this.#fail();
    const members: Member[] = [];
    this.#skipBlanks();
    while (!this.#skip(close)) {
      members.push(readMember());
      this.#skipBlanks();
      if (this.#isAtEnd()) break;
      const isFollowed = this.#skip(',');
      this.#skipBlanks();
      if (!isFollowed && this.#text[this.#position] !== close) return this.#fail();
    }
    this.#depth -= 1;
    return members;
  }

  #readString(quote: string): string {
    let value = '';
    for (;;) {
      value += this.#take(quote === '"' ? /[^"\\]+/y : /[^'\\]+/y) ?? '';
      if (this.#skip(quote)) return value;
      // Anything else, including the end of the text, is ambiguous.
      const escape = this.#take(/\\(?:["'\\/bfnrt]|u[\da-fA-F]{4})/y) ?? this.#fail();
      value += escape === "\\'" ? "'" : (JSON.parse(`"${escape}"`) as string);
    }
  }

  #skipBlanks(): void {
    while (this.#take(/\s+|\/\/.*|\/\*[^]*?\*\//y) !== undefined);
  }

  #skip(character: string): boolean {
    const isNext = this.#text[this.#position] === character;
    if (isNext) this.#position += 1;
    return isNext;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const [taken] = pattern.exec(this.#text) ?? [];
    this.#position += taken?.length ?? 0;
    return taken;
  }

  #isAtEnd(): boolean {
    return this.#position === this.#text.length;
  }

  #fail(): never {
    throw new SyntaxError(`Ambiguous JSON at character ${this.#position}.`);
  }
}
