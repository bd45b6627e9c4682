import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { codePathSchema } from './code-path-schema.ts';
import type { CodePorts } from './code-ports.ts';
import { applyEdits, type TextEdit, writeEdits } from './edit-source.ts';
import { readSource } from './read-source.ts';
import { describeSymbolEdit, symbolEditSchema } from './symbol-edit-result.ts';
import { findSymbol, symbolTargetShape } from './symbol-target.ts';

export const insertAtSymbol = defineTool({
  name: 'insertAtSymbol',
  description:
    'Inserts text as lines of its own before or after a declaration (function, class, method, type or variable) of a source file. "before" ' +
    'is above the documentation of the declaration. Put empty lines into the text where there should be any. The change is refused when the ' +
    'file would have more syntax errors than before.',
  effect: 'write',
  input: z.object({
    filePath: codePathSchema,
    ...symbolTargetShape,
    position: z.enum(['before', 'after']),
    text: z.string().min(1).max(200_000).describe('The lines to insert, indented as they should be.'),
  }),
  output: symbolEditSchema,
  async execute({ filePath, symbol, line, position, text: inserted }, context: ToolContext<CodePorts>) {
    const { files } = await context.ports.checkouts.open(context);
    const source = await readSource(files, filePath, context.signal);
    const { text } = source;
    const structure = await context.ports.compute.run('analyzeCode', [{ path: filePath, text }], context);
    const found = findSymbol(structure, { filePath, symbol, line });
    const lines = inserted.replace(/\r?\n$/u, '');
    const edit = position === 'before' ? editBefore(text, found.start, lines) : editAfter(text, found.end, lines);
    await writeEdits([applyEdits(source, [edit])], { files, context });
    return {
      symbol,
      changedPlaces: 1,
      changedFiles: [{ filePath, places: 1, lines: [position === 'before' ? found.startLine : found.endLine + 1] }],
      leftAlone: [],
      inCommentsAndStrings: 0,
    };
  },
  toModel: describeSymbolEdit,
});

/** Lines that belong to the declaration below them: comments and attributes. */
const leading = /^\s*(?:\/\/|\/\*|\*|#(?!include|define|if|endif|pragma)|@)/u;

function editBefore(text: string, start: number, lines: string): TextEdit {
  let at = text.lastIndexOf('\n', start - 1) + 1;
  while (at > 0) {
    const above = text.lastIndexOf('\n', at - 2) + 1;
    const line = text.slice(above, at);
    if (!leading.test(line) || line.startsWith('#!')) break;
    at = above;
  }
  return { start: at, end: at, text: `${lines}\n` };
}

function editAfter(text: string, end: number, lines: string): TextEdit {
  const next = text.indexOf('\n', end);
  return next < 0
    ? { start: text.length, end: text.length, text: `\n${lines}\n` }
    : { start: next + 1, end: next + 1, text: `${lines}\n` };
}
