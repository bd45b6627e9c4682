import { LineCounter } from 'yaml';

/** A place where a template reads a value. */
export interface ValueReference {
  /** Empty when all values are read at once. */
  readonly path: readonly string[];
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** True if the read tolerates a missing value. */
  readonly isGuarded: boolean;
}

const action = /\{\{-?(?!\s*\/\*)((?:(?!\{\{)[^])*?)\}\}/g;
const reference = /(?:\bindex\s+\$?\.Values((?:\s+"[^"]*")+)|\$?\.Values((?:\.[A-Za-z_]\w*)*))/g;
const guard = /\b(?:if|with|default|coalesce|hasKey|get|dig|required|empty|ternary|and|or|not|kindIs|typeIs)\b/;

/** Finds the value references of a template. */
export function findValueReferences(file: string, content: string): readonly ValueReference[] {
  const lines = countLines(content);
  return [...content.matchAll(action)].flatMap(({ 0: whole, 1: body = '', index: start }) =>
    [...body.matchAll(reference)].map(({ 1: keys, 2: dotted = '', index }) => ({
      path:
        keys === undefined ? dotted.split('.').slice(1) : [...keys.matchAll(/"([^"]*)"/g)].map(([, key = '']) => key),
      file,
      line: lines.linePos(start + whole.indexOf(body) + index).line,
      isGuarded: guard.test(body),
    })),
  );
}

function countLines(content: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of content.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return lines;
}
