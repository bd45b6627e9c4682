import { type ParseResult, parseSync, rawTransferSupported, visitorKeys } from 'oxc-parser';
import { dialectOf } from '../language/code-language.ts';
import type { SourceText } from '../structure/code-structure.ts';
import { isNode, type ScriptNode } from './script-node.ts';

/** A parsed file, valid within {@link withScript}. */
export interface ParsedScript {
  readonly body: Iterable<ScriptNode>;
  readonly module: ParseResult['module'];
  readonly comments: readonly { readonly type: string; readonly start: number; readonly end: number }[];
  readonly syntaxErrors: number;
  /** True if the parser returned nothing because of a syntax error. */
  readonly isGivenUp: boolean;
}

/**
 * Parses a TypeScript or JavaScript file and reads it. Nodes are converted from the parser's memory when they are read,
 * which is ten times as fast as the conversion of a whole tree.
 *
 * **Contract.** The text fits the stack, see `fitsParser`.
 */
export function withScript<Result>(source: SourceText, read: (script: ParsedScript) => Result): Result {
  const options = { lang: dialectOf(source.path, source.language) } as const;
  if (!rawTransferSupported()) return read(toScript(parseSync(source.path, source.text, options)));
  const parsed = parseSync(source.path, source.text, { ...options, ...lazily }) as ParseResult & { dispose(): void };
  try {
    return read(toScript(parsed));
  } finally {
    parsed.dispose();
  }
}

/** Options that the declarations of the parser leave out because they are experimental. */
const lazily: object = { experimentalLazy: true };
const fast: object = { experimentalRawTransfer: true };

/** Parses a script to a whole tree of ESTree. **Contract.** The text fits the parser, see `fitsParser`. */
export function parseWholeScript(source: SourceText): Pick<ParseResult, 'program'> & Pick<ParsedScript, 'isGivenUp'> {
  const options = { lang: dialectOf(source.path, source.language), ...(rawTransferSupported() && fast) } as const;
  const parsed = parseSync(source.path, source.text, options);
  return { program: parsed.program, isGivenUp: isGivenUp(parsed) };
}

/** Lists the nodes in a node of a whole tree, each with the field that holds it. */
export function childrenOf(node: ScriptNode): (readonly [child: ScriptNode, field: string])[] {
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  return (visitorKeys[node.type] ?? []).flatMap((field) =>
    [fields[field]]
      .flat()
      .filter(isNode)
      .map((child) => [child, field] as const),
  );
}

function toScript(parsed: ParseResult): ParsedScript {
  const { program, module, comments, errors } = parsed;
  const body = program.body as Iterable<ScriptNode>;
  return { body, module, comments, syntaxErrors: errors.length, isGivenUp: isGivenUp(parsed) };
}

function isGivenUp({ program, errors }: ParseResult): boolean {
  return errors.length > 0 && program.body.length === 0;
}
