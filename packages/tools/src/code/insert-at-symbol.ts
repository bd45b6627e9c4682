import type { CodeStructure, CodeSymbol } from '@shipmate/code-analysis';
import { type CodeLanguage, codeLanguageOf } from '@shipmate/code-analysis/kinds';
import type { ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import { codePathSchema } from './code-path-schema.ts';
import type { CodePorts } from './code-ports.ts';
import { applyEdits, type TextEdit, writeEdits } from './edit-source.ts';
import { readSource, type SourceFile } from './read-source.ts';
import { describeSymbolEdit, symbolEditSchema } from './symbol-edit-result.ts';
import { findSymbol, symbolTargetShape } from './symbol-target.ts';

export const insertAtSymbol = defineCheckoutTool({
  name: 'insertAtSymbol',
  description:
    'Inserts text as lines of its own before or after a declaration (function, class, method, type or variable) of a source file. "before" ' +
    'is above the documentation of the declaration. Put empty lines into the text where there should be any. The change is refused when the ' +
    'file would have more syntax errors than before.',
  effect: 'write',
  input: () =>
    z.object({
      filePath: codePathSchema(),
      ...symbolTargetShape(),
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
    const edit =
      position === 'before'
        ? await editBefore(source, { structure, found, lines }, context)
        : editAfter(text, found.end, lines);
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

/** Inserts above the documentation of a declaration; right above the declaration where the documentation is not certain. */
async function editBefore(
  source: SourceFile,
  {
    structure,
    found,
    lines,
  }: { readonly structure: CodeStructure; readonly found: CodeSymbol; readonly lines: string },
  context: ToolContext<CodePorts>,
): Promise<TextEdit> {
  const { path, text } = source;
  const { name, container, start } = found;
  const top = findTop(source, start);
  // Without what is between the place and the declaration, a comment or string around the place swallows the declaration.
  const shorter = { path, text: text.slice(0, top) + text.slice(start) };
  const rest = await context.ports.compute.run('analyzeCode', [shorter], context);
  const isOutside =
    rest.syntaxErrors === structure.syntaxErrors &&
    rest.symbols.length === structure.symbols.length &&
    rest.symbols.some((each) => each.name === name && each.container === container && each.start === top);
  if (isOutside) return { start: startOfLine(text, top), end: startOfLine(text, top), text: `${lines}\n` };
  const own = startOfLine(text, start);
  const isFirst = text.slice(own, start).trim() === '';
  return isFirst ? { start: own, end: own, text: `${lines}\n` } : { start, end: start, text: `\n${lines}\n` };
}

function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Line comments and attributes; of languages without comments that begin with `#`, such as private members of scripts, none of these. */
const leading = /^\s*(?:\/\/|@|#(?!!))/u;
const leadingWithoutHash = /^\s*(?:\/\/|@)/u;
const withHash: ReadonlySet<CodeLanguage | undefined> = new Set(['python', 'ruby', 'bash', 'php', 'rust']);

/** Finds the start of the comments and attributes that are right above an offset, without empty lines between. */
function findTop({ path, text }: SourceFile, start: number): number {
  const isLeading = withHash.has(codeLanguageOf(path)) ? leading : leadingWithoutHash;
  let top = start;
  for (;;) {
    const own = startOfLine(text, top);
    const isFirst = text.slice(own, top).trim() === '';
    if (isFirst && own === 0) return top;
    const end = isFirst ? own - 1 : top;
    const above = startOfLine(text, end);
    const line = text.slice(above, end);
    const opening = line.trimEnd().endsWith('*/') ? findOpening(text, above + line.trimEnd().length - 2) : undefined;
    if (isFirst && isLeading.test(line)) top = above + line.search(/\S/u);
    else if (opening === undefined) return top;
    else top = opening;
  }
}

/** Finds the beginning of a block comment by its end; `undefined` when code is before it in its line. */
function findOpening(text: string, close: number): number | undefined {
  const before = close < 2 ? -1 : text.lastIndexOf('*/', close - 2);
  const pattern = /^[^\S\n]*\/\*/gmu;
  pattern.lastIndex = before < 0 ? 0 : before + 2;
  const found = pattern.exec(text);
  const at = found ? found.index + found[0].length - 2 : close;
  return at < close - 1 ? at : undefined;
}

function editAfter(text: string, end: number, lines: string): TextEdit {
  const next = text.indexOf('\n', end);
  return next < 0
    ? { start: text.length, end: text.length, text: `\n${lines}\n` }
    : { start: next + 1, end: next + 1, text: `${lines}\n` };
}
