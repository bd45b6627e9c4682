import type { CodeStructure, CodeSymbol } from '@shipmate/code-analysis';
import { AppError, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import { codePathSchema } from './code-path-schema.ts';
import type { CodePorts } from './code-ports.ts';
import { applyEdits, writeEdits } from './edit-source.ts';
import { readSource } from './read-source.ts';
import { describeSymbolEdit, symbolEditSchema } from './symbol-edit-result.ts';
import { findSymbol, symbolTargetShape } from './symbol-target.ts';

export const replaceSymbol = defineCheckoutTool({
  name: 'replaceSymbol',
  description:
    'Replaces one whole declaration (function, class, method, type or variable) in a source file by new text. The documentation above it and ' +
    'everything else stay. Decorators, and export keywords of TypeScript and JavaScript, belong to the declaration. The change is ' +
    'refused when the file would have more syntax errors than before.',
  effect: 'write',
  input: () =>
    z.object({
      filePath: codePathSchema(),
      ...symbolTargetShape(),
      newText: z.string().min(1).max(200_000).describe('The new declaration, indented like the old one.'),
    }),
  output: symbolEditSchema,
  async execute({ filePath, symbol, line, newText }, context: ToolContext<CodePorts>) {
    const { files } = await context.ports.checkouts.open(context);
    const source = await readSource(files, filePath, context.signal);
    const { text } = source;
    const structure = await context.ports.compute.run('analyzeCode', [{ path: filePath, text }], context);
    const found = findSymbol(structure, { filePath, symbol, line });
    requireOwnRange(structure, found);
    // The indentation of the first line is in the file already, and so is the line break after the last one.
    const edit = { start: found.start, end: found.end, text: newText.trim() };
    await writeEdits([applyEdits(source, [edit])], { files, context });
    return {
      symbol,
      changedPlaces: 1,
      changedFiles: [{ filePath, places: 1, lines: [found.startLine] }],
      leftAlone: [],
      inCommentsAndStrings: 0,
    };
  },
  toModel: describeSymbolEdit,
});

/** `const a = 1, b = 2` is one declaration of two symbols. */
function requireOwnRange({ symbols }: Pick<CodeStructure, 'symbols'>, { name, start, end }: CodeSymbol): void {
  const others = symbols.filter((other) => other.start === start && other.end === end && other.name !== name);
  if (others.length === 0) return;
  const names = others.map((other) => `"${other.name}"`).join(', ');
  throw new AppError({
    code: 'CONFLICT',
    message: `"${name}" is declared in one statement with ${names}. Edit the statement as text.`,
    details: { field: 'symbol' },
  });
}
