import type { Occurrences } from '@shipmate/code-analysis';
import { occurrenceKinds } from '@shipmate/code-analysis/kinds';
import { defineTool, fenceText, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import type { CodePorts } from './code-ports.ts';
import { type SearchedFile, searchSymbol } from './search-symbol.ts';
import { symbolNameSchema } from './symbol-name-schema.ts';

const maxReferences = 1_000;

function referenceSchema() {
  return z.object({
    filePath: z.string(),
    line: z.number().int(),
    column: z.number().int(),
    kind: z.enum(occurrenceKinds),
    text: z.string(),
  });
}

type Reference = z.infer<ReturnType<typeof referenceSchema>>;

export const findReferences = defineTool({
  name: 'findReferences',
  description:
    'Finds the places at which a symbol is written as code in the whole repository: ripgrep finds the files, a parser drops comments and ' +
    'strings and tells definitions, imports, calls, types and members apart. Names are compared, not declarations, so symbols that share a ' +
    'name are all listed. mode "text" or "mixed" means that some files are in a language that is not parsed, and their places may be ' +
    'comments. Ignored, hidden and binary files are not searched. Narrow a long answer with filePattern.',
  effect: 'read',
  idempotent: true,
  input: () =>
    z.object({
      symbol: symbolNameSchema().describe('Symbol name to find references for, without its container.'),
      filePattern: z
        .string()
        .min(1)
        .max(200)
        .regex(/^[^\0!]/u)
        .optional()
        .describe('File pattern to search within, for example "src", "src/**/*.ts" or "*.py".'),
    }),
  output: () =>
    z.object({
      symbol: z.string(),
      mode: z.enum(['parsed', 'text', 'mixed']),
      references: z.array(referenceSchema()),
      /** Places in all files, listed or not. */
      total: z.number().int(),
      filesWithReferences: z.number().int(),
      /** Places in comments and strings. */
      leftOut: z.number().int(),
      /** Files that contain the name and could not be read or parsed. */
      skippedFiles: z.array(z.string()),
      truncated: z.boolean(),
    }),
  async execute({ symbol, filePattern }, context: ToolContext<CodePorts>) {
    const checkout = await context.ports.checkouts.open(context);
    const references: Reference[] = [];
    const modes = new Set<Occurrences['mode']>();
    let total = 0;
    let filesWithReferences = 0;
    const onFile = ({ source, places, mode }: SearchedFile): void => {
      modes.add(mode);
      filesWithReferences += 1;
      total += places.length;
      for (const { line, column, kind, text } of places.slice(0, maxReferences - references.length)) {
        references.push({ filePath: source.path, line, column, kind, text });
      }
    };
    const search = await searchSymbol(checkout, { symbol, filePattern, onFile }, context);
    return {
      symbol,
      mode: modes.size > 1 ? ('mixed' as const) : modes.has('text') ? ('text' as const) : ('parsed' as const),
      references,
      total,
      filesWithReferences,
      leftOut: search.leftOut,
      skippedFiles: search.skipped.slice(0, 100),
      truncated: search.truncated || total > maxReferences,
    };
  },
  toModel({ symbol, mode, references, total, filesWithReferences, leftOut, skippedFiles, truncated }) {
    const head = [
      `${total} places of ${symbol} in ${filesWithReferences} files (${mode}); ${leftOut} in comments and strings left out.`,
      ...(skippedFiles.length > 0 ? [`${skippedFiles.length} files could not be read.`] : []),
      ...(truncated ? ['The list was cut: narrow it with filePattern.'] : []),
    ].join(' ');
    if (references.length === 0) return head;
    const lines = references.map(
      ({ filePath, line, column, kind, text }) => `${filePath}:${line}:${column} ${kind} ${text}`,
    );
    return `${head}\n${fenceText(lines.join('\n'), { source: 'file' })}`;
  },
});
