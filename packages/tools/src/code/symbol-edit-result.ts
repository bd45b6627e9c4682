import { fenceText } from '@shipmate/core/tool';
import { z } from 'zod';

/** The output of the tools that edit symbols. */
export function symbolEditSchema() {
  return z.object({
    symbol: z.string(),
    changedPlaces: z.number().int(),
    changedFiles: z.array(
      z.object({ filePath: z.string(), places: z.number().int(), lines: z.array(z.number().int()) }),
    ),
    /** Places with the name that were not changed, with the reason. */
    leftAlone: z.array(
      z.object({ filePath: z.string(), line: z.number().int(), reason: z.string(), text: z.string() }),
    ),
    /** Places in comments and strings, which are never changed. */
    inCommentsAndStrings: z.number().int(),
  });
}

type SymbolEdit = z.output<ReturnType<typeof symbolEditSchema>>;

/** Renders the result of an edit for a model. */
export function describeSymbolEdit({
  symbol,
  changedPlaces,
  changedFiles,
  leftAlone,
  inCommentsAndStrings,
}: SymbolEdit): string {
  const files = changedFiles.map(({ filePath, places }) => `${filePath} (${places})`);
  const left = leftAlone.map(({ filePath, line, reason, text }) => `${filePath}:${line} ${reason}: ${text}`);
  return [
    `Changed ${changedPlaces} places of ${symbol} in ${changedFiles.length} files; left ${leftAlone.length} places alone, and ${inCommentsAndStrings} in comments and strings.`,
    fenceText([...files, ...left].join('\n'), { source: 'file' }),
  ].join('\n');
}
