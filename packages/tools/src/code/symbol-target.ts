import type { CodeStructure, CodeSymbol } from '@shipmate/code-analysis';
import { AppError } from '@shipmate/core/tool';
import { z } from 'zod';

/** The fields that name a declaration in a file. */
export function symbolTargetShape(): { readonly symbol: z.ZodString; readonly line: z.ZodOptional<z.ZodInt> } {
  return {
    symbol: z
      .string()
      .min(1)
      .max(300)
      .describe(
        'Name of the declaration; with its container when the name alone is not unique, for example "Shop.total".',
      ),
    line: z.int().min(1).optional().describe('A line of the declaration; needed only when several have the same name.'),
  };
}

/** The most declarations that an error names. */
const maxNamed = 20;

/** Finds the declaration that a call names. @throws AppError `NOT_FOUND` when there is none, `CONFLICT` when there are several. */
export function findSymbol(
  { symbols }: Pick<CodeStructure, 'symbols'>,
  {
    filePath,
    symbol,
    line,
  }: { readonly filePath: string; readonly symbol: string; readonly line?: number | undefined },
): CodeSymbol {
  const named = symbols.filter((each) => pathOf(each) === symbol || pathOf(each).endsWith(`.${symbol}`));
  const found = line === undefined ? named : named.filter((each) => each.startLine <= line && line <= each.endLine);
  // Of a class and its constructor in Java, the one that begins at the line.
  const exact = found.length > 1 ? found.filter((each) => each.startLine === line) : found;
  const [only] = exact;
  if (only && exact.length === 1) return only;
  if (found.length > 1) {
    throw new AppError({
      code: 'CONFLICT',
      message: `"${filePath}" has ${found.length} declarations "${symbol}": ${list(found)}. Give the line of one.`,
      details: { field: 'line' },
    });
  }
  throw new AppError({
    code: 'NOT_FOUND',
    message: `"${filePath}" has no declaration "${symbol}"${line === undefined ? '' : ` at line ${line}`}. It has: ${list(named.length > 0 ? named : symbols)}.`,
    details: { field: 'symbol' },
  });
}

function pathOf({ name, container }: CodeSymbol): string {
  return container === undefined ? name : `${container}.${name}`;
}

function list(symbols: readonly CodeSymbol[]): string {
  const names = symbols.slice(0, maxNamed).map((each) => `${pathOf(each)} (line ${each.startLine})`);
  const more = symbols.length > maxNamed ? `, and ${symbols.length - maxNamed} more` : '';
  return names.length === 0 ? 'none' : `${names.join(', ')}${more}`;
}
