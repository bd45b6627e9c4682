import type { Node, QueryMatch } from 'web-tree-sitter';
import type { CodeLanguage } from '../language/code-language.ts';
import {
  type CodeExport,
  type CodeImport,
  type CodeStructure,
  type CodeSymbol,
  type CodeSymbolKind,
  maxEntries,
  type SourceText,
} from '../structure/code-structure.ts';
import { createDocFinder, toDocLine } from '../structure/doc-line.ts';
import { type GrammarDeclaration, nestDeclarations } from './nest-declarations.ts';
import type { GrammarRules } from './grammar-rules.ts';
import { grammarRulesOf } from './grammar-rules-of.ts';
import { loadGrammar } from './load-grammar.ts';
import { withSyntaxTree } from './with-syntax-tree.ts';

/** What the captures of a query found. */
interface Captures {
  readonly declarations: readonly GrammarDeclaration[];
  readonly comments: readonly Node[];
  /** Documentation by the offset at which it begins. */
  readonly docs: readonly Node[];
  readonly exported: readonly Node[];
  readonly imports: readonly CodeImport[];
}

/** Reads the structure of a file with the tree-sitter grammar of its language. */
export async function readGrammarStructure(
  source: SourceText & { readonly language: CodeLanguage },
  timeMs: number,
): Promise<CodeStructure> {
  const rules = grammarRulesOf(source);
  const grammar = await loadGrammar(rules);
  return withSyntaxTree(grammar, { ...source, timeMs }, (tree, deadline) => {
    const captures = sortCaptures(grammar.query.matches(tree.rootNode, deadline), rules);
    const symbols = toSymbols(captures, source, rules);
    const exports = toExports(symbols, captures.exported, rules);
    const { imports } = captures;
    return {
      language: source.language,
      parser: 'tree-sitter',
      symbols: symbols.slice(0, maxEntries),
      imports: imports.slice(0, maxEntries),
      exports: exports.slice(0, maxEntries),
      syntaxErrors: countErrors(tree.rootNode),
      truncated: Math.max(symbols.length, imports.length, exports.length) > maxEntries,
    };
  });
}

function sortCaptures(matches: readonly QueryMatch[], { importKind }: GrammarRules): Captures {
  const declarations: GrammarDeclaration[] = [];
  const single = { comment: [] as Node[], doc: [] as Node[], exported: [] as Node[] };
  const statements = new Map<number, { readonly from: Node[]; readonly names: Node[] }>();
  for (const { captures, patternIndex: pattern } of matches) {
    const nodes = new Map(captures.map(({ name, node }) => [name, node]));
    const statement = nodes.get('import');
    if (statement) {
      const seen = statements.get(statement.id) ?? { from: [], names: [] };
      statements.set(statement.id, seen);
      const [from, imported] = [nodes.get('from'), nodes.get('imported')];
      if (from) seen.from.push(from);
      if (imported) seen.names.push(imported);
      continue;
    }
    for (const [kind, captured] of nodes) {
      if (kind in single) single[kind as keyof typeof single].push(captured);
      const name = nodes.get('name');
      if (name && declared.has(kind)) {
        // A part of a group in Go.
        const node = captured.child(1)?.type === '(' ? (name.parent ?? captured) : captured;
        declarations.push({ kind: kind as GrammarDeclaration['kind'], node, name, pattern, owner: nodes.get('owner') });
      }
    }
  }
  const imports = [...statements.values()].flatMap(({ from, names }) =>
    inOrder(from).map((node) => ({
      module: node.text.replace(/^[<"']|[>"']$/gu, ''),
      names: names.length > 0 ? inOrder(names).map(({ text }) => text) : ['*'],
      kind: importKind,
      typeOnly: false,
      startLine: node.startPosition.row + 1,
    })),
  );
  return { declarations, comments: single.comment, docs: single.doc, exported: single.exported, imports };
}

function inOrder(nodes: readonly Node[]): Node[] {
  return nodes.toSorted((one, other) => one.startIndex - other.startIndex);
}

const declared: ReadonlySet<string> = new Set<CodeSymbolKind | 'scope'>([
  'function',
  'method',
  'class',
  'interface',
  'type',
  'enum',
  'variable',
  'module',
  'scope',
]);

function toSymbols({ declarations, ...rest }: Captures, { text }: SourceText, rules: GrammarRules): CodeSymbol[] {
  const comments = inOrder(rest.comments).map(({ startIndex: start, endIndex: end }) => ({ start, end }));
  const findDoc = createDocFinder(text, comments);
  const listed = new Set(rest.exported.map((node) => node.text));
  const isListed = listed.size > 0 || rules.exportsAreListed === true;
  const docs = new Map(rest.docs.map((node) => [ownerOf(node), node.text]));
  return nestDeclarations(declarations).map(({ node, name, kind, ...declaration }) => {
    const [simple, container] = unqualify(name.text, declaration.container);
    const inner = docs.get(name.startIndex);
    const doc = findDoc(node.startIndex) ?? (inner === undefined ? undefined : toDocLine(inner));
    const head = text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + maxHead)).split('{', 1)[0] ?? '';
    return {
      name: simple,
      kind: kind === 'function' && container !== declaration.container ? 'method' : kind,
      ...(container !== '' && { container }),
      startLine: node.startPosition.row + 1,
      endLine: node.endPosition.row + 1,
      start: node.startIndex,
      end: node.endIndex,
      nameRange: { start: name.endIndex - simple.length, end: name.endIndex },
      exported: isListed ? listed.has(container.split('.', 1)[0] || name.text) : rules.isExported(name.text, head),
      ...(doc !== undefined && { doc }),
    };
  });
}

/** Splits a name that C++ qualifies, such as `Shop::total`, into the name and its container. */
function unqualify(name: string, container: string): readonly [name: string, container: string] {
  const parts = name.split('::');
  const simple = parts.pop() ?? name;
  return [simple, [...(container === '' ? [] : [container]), ...parts].join('.')];
}

const maxHead = 500;

/** The offset of the name of the declaration that a text of documentation is inside of. */
function ownerOf(node: Node): number | undefined {
  return node.parent?.parent?.parent?.childForFieldName('name')?.startIndex;
}

/** The names of an export list, and otherwise the exported declarations at the top. */
function toExports(
  symbols: readonly CodeSymbol[],
  listed: readonly Node[],
  { exportsAreListed = false }: GrammarRules,
): CodeExport[] {
  if (listed.length > 0 || exportsAreListed) {
    return listed.map(({ text, startPosition }) => ({ name: text, startLine: startPosition.row + 1 }));
  }
  return symbols
    .filter(({ exported, container }) => exported && container === undefined)
    .map(({ name, startLine }) => ({ name, startLine }));
}

/** Counts the places that the grammar could not read, to at most {@link maxEntries}. */
function countErrors(root: Node): number {
  if (!root.hasError) return 0;
  let count = 0;
  const open = [root];
  for (let node = open.pop(); node && count < maxEntries; node = open.pop()) {
    if (node.isError || node.isMissing) count += 1;
    else if (node.hasError) open.push(...node.children.filter((child) => child !== null));
  }
  return count;
}
