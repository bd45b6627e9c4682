import { type ParseResult, parseSync, type ParserOptions, rawTransferSupported } from 'oxc-parser';
import { dialectOf } from '../language/script-dialect.ts';
import type { SourceText } from '../structure/code-structure.ts';
import type { ScriptNode } from './script-node.ts';

/** A parsed file, valid within {@link withScript}. */
export interface ParsedScript {
  readonly body: Iterable<ScriptNode>;
  readonly module: ParseResult['module'];
  readonly comments: readonly { readonly type: string; readonly start: number; readonly end: number }[];
  readonly syntaxErrors: number;
}

interface LazyOptions extends ParserOptions {
  readonly experimentalLazy: true;
}

interface LazyResult extends ParseResult {
  dispose(): void;
}

/**
 * Parses a TypeScript or JavaScript file and reads it. Nodes are converted from the parser's memory when they are read,
 * which is ten times as fast as the conversion of a whole tree.
 *
 * **Contract.** The text fits the stack, see `fitsParser`.
 */
export function withScript<Result>(source: SourceText, read: (script: ParsedScript) => Result): Result {
  const options = { lang: dialectOf(source) } as const;
  if (!rawTransferSupported()) return read(toScript(parseSync(source.path, source.text, options)));
  const lazy: LazyOptions = { ...options, experimentalLazy: true };
  const parsed = parseSync(source.path, source.text, lazy) as LazyResult;
  try {
    return read(toScript(parsed));
  } finally {
    parsed.dispose();
  }
}

function toScript({ program, module, comments, errors }: ParseResult): ParsedScript {
  return { body: program.body as Iterable<ScriptNode>, module, comments, syntaxErrors: errors.length };
}
