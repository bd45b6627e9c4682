import { dialectOf } from '../language/code-language.ts';
import type { SourceText } from '../structure/code-structure.ts';
import { maxBracketDepth } from './max-bracket-depth.ts';

/**
 * Bytes of stack that `oxc-parser` takes at most for one token that opens a level. 1 700 were measured, for 42 forms of
 * nesting.
 */
const stackBytesPerLevel = 4_096;

/** The parser takes 0.6 s for `(a=` 2 000 times, and 5 s for twice as many. */
const maxDepth = 2_000;

/** Characters that only end a level, separate its parts, or continue a name, a number or a text. */
const harmless: ReadonlySet<number> = new Set(
  Array.from(' \t\r\n\u00a0\ufeff)]},;.\'"\\#', (character) => character.charCodeAt(0)),
);

/**
 * Returns true if `oxc-parser` needs no more stack for a text than there is, and not much more than linear time, whatever the
 * text contains.
 *
 * The parser is native and recursive: a text that nests too deeply ends the process, and no deadline interrupts it. Each level takes one
 * token, so their number, counted without regard to comments and strings, bounds the stack.
 */
export function fitsParser(source: SourceText, stackBytes: number): boolean {
  const { text } = source;
  if (!countsAtMost(text, Math.floor(stackBytes / stackBytesPerLevel))) return false;
  return (
    opensAtMost(text, maxDepth) ||
    maxBracketDepth(text, { jsx: dialectOf(source.path, source.language).endsWith('x') }) <= maxDepth
  );
}

/** Counts the brackets that open, which bounds their depth and is faster than the scan for it. */
function opensAtMost(text: string, most: number): boolean {
  let count = 0;
  for (let at = 0; at < text.length && count <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 40 || code === 91 || code === 123) count += 1;
  }
  return count <= most;
}

function countsAtMost(text: string, most: number): boolean {
  if (text.length <= most) return true;
  let levels = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isWord = isWordCode(code);
    if (isWord ? !inWord : !harmless.has(code)) levels += 1;
    if (levels > most) return false;
    inWord = isWord;
  }
  return true;
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}
