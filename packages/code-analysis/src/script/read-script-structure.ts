import {
  type CodeExport,
  type CodeImport,
  type CodeStructure,
  type CodeSymbol,
  maxEntries,
  type SourceText,
} from '../structure/code-structure.ts';
import { createDocFinder } from '../structure/doc-line.ts';
import { createLineIndex, type LineIndex } from '../structure/line-index.ts';
import { toModuleName } from './module-names.ts';
import { type ParsedScript, withScript } from './parse-script.ts';
import { findCommonJs } from './read-common-js.ts';
import { readDeclarations } from './read-declarations.ts';
import { type ScriptNode, typeOf } from './script-node.ts';

/**
 * Reads the structure of a TypeScript or JavaScript file; `undefined` for a file that the parser gives up at a syntax error.
 *
 * **Contract.** The text fits the stack, see `fitsParser`.
 */
export function readScriptStructure(
  source: SourceText & { readonly language: 'typescript' | 'javascript' },
): CodeStructure | undefined {
  return withScript(source, (script) => {
    if (script.isGivenUp) return undefined;
    const lines = createLineIndex(source.text);
    const common = findCommonJs(script.body, lines);
    const imports = [...readImports(script, source.text, lines), ...common.imports];
    const exports = [...readExports(script, lines), ...common.exports];
    const symbols = readSymbols(script, source.text, lines);
    return {
      language: source.language,
      parser: 'oxc',
      symbols: symbols.slice(0, maxEntries),
      imports: imports.toSorted((one, other) => one.startLine - other.startLine).slice(0, maxEntries),
      exports: exports.slice(0, maxEntries),
      syntaxErrors: script.syntaxErrors,
      truncated: Math.max(symbols.length, imports.length, exports.length) > maxEntries,
    };
  });
}

function readSymbols(script: ParsedScript, text: string, lines: LineIndex): CodeSymbol[] {
  const entries = script.module.staticExports.flatMap((statement) => statement.entries);
  const exported = new Set([
    'default',
    'exports',
    ...entries.flatMap(({ moduleRequest, localName }) => (moduleRequest ? [] : [toModuleName(localName)])),
  ]);
  const findDoc = createDocFinder(text, script.comments);
  return readDeclarations(script.body, text).map(({ node, statement, id, name, kind, container }) => {
    // Each access reads the parser's memory.
    const { start, end } = statement;
    const doc = findDoc(start);
    const [top = ''] = (container || name).split('.', 1);
    return {
      name,
      kind,
      ...(container !== '' && { container }),
      startLine: lines.lineAt(start),
      endLine: lines.lineAt(Math.max(start, end - 1)),
      start,
      end,
      nameRange: { start: id.start, end: id === node ? id.start : endOfName(id) },
      exported: exported.has(top) || (top === 'global' && container !== ''),
      ...(doc !== undefined && { doc }),
    };
  });
}

/** The name of a binding ends before its type, which belongs to the node. */
function endOfName(id: ScriptNode): number {
  return typeOf(id) === 'Identifier' && id.name !== undefined ? id.start + id.name.length : id.end;
}

function readImports({ module }: ParsedScript, text: string, lines: LineIndex): CodeImport[] {
  return [
    ...module.staticImports.map(({ start, moduleRequest, entries }) => ({
      module: moduleRequest.value,
      names: entries.map(({ importName }) => toModuleName(importName)),
      kind: 'static' as const,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
      startLine: lines.lineAt(start),
    })),
    ...module.staticExports.flatMap(({ start, entries }) => {
      const from = entries[0]?.moduleRequest;
      if (!from) return [];
      const names = entries.map(({ importName }) => toModuleName(importName));
      const typeOnly = entries.every(({ isType }) => isType);
      return [{ module: from.value, names, kind: 'reexport' as const, typeOnly, startLine: lines.lineAt(start) }];
    }),
    ...module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      const written = /^(["'`])([^"'`$]*)\1$/u.exec(text.slice(moduleRequest.start, moduleRequest.end));
      if (written?.[2] === undefined) return [];
      const [kind, startLine] = ['dynamic' as const, lines.lineAt(start)];
      return [{ module: written[2], names: ['*'], kind, typeOnly: false, startLine }];
    }),
  ];
}

function readExports({ module }: ParsedScript, lines: LineIndex): CodeExport[] {
  return module.staticExports.flatMap(({ start, entries }) =>
    entries.map(({ exportName, moduleRequest }) => ({
      name: toModuleName(exportName),
      ...(moduleRequest && { from: moduleRequest.value }),
      startLine: lines.lineAt(start),
    })),
  );
}
