import type { WrittenImport } from '@shipmate/domain/code-map';
import type { CodeImport, CodeStructure } from '../structure/code-structure.ts';
import type { CodeToken } from '../token/read-tokens.ts';
import { readJavaReferences } from './java-references.ts';
import { readRustImports } from './rust-imports.ts';

/** The most imports of one file, with the names that they are split into. */
const maxImports = 2_000;

/**
 * Lists the modules that a file refers to. Where a module has several files, the name decides, so references have the
 * imported or used names: `shop.orders.Order` in Python, `example.com/shop/orders.Order` in Go, `com.acme.*#Order` in Java.
 */
export function toWrittenImports(
  { language, imports }: CodeStructure,
  tokens: readonly CodeToken[],
): readonly WrittenImport[] {
  return listImports(language, imports, tokens).slice(0, maxImports);
}

function listImports(
  language: CodeStructure['language'],
  imports: readonly CodeImport[],
  tokens: readonly CodeToken[],
): readonly WrittenImport[] {
  if (language === 'rust') return readRustImports(tokens);
  if (language === 'python') return imports.flatMap(withPythonNames);
  if (language === 'go') return withGoNames(imports, tokens);
  if (language === 'java') return readJavaReferences(imports, tokens);
  return imports.map(toWritten);
}

function toWritten({ module, kind, typeOnly, startLine }: CodeImport): WrittenImport {
  return { module, kind, typeOnly, line: startLine };
}

/** `from shop import orders` may import a module or a name of one. */
function withPythonNames(entry: CodeImport): WrittenImport[] {
  const written = toWritten(entry);
  const names = entry.names.filter((name) => name !== '*');
  if (names.length === 0) return [written];
  const joint = entry.module.endsWith('.') ? '' : '.';
  return names.map((name) => ({ ...written, module: `${entry.module}${joint}${name}` }));
}

const maxNames = 50;

/** Adds the exported names that a file uses of each package. */
function withGoNames(imports: readonly CodeImport[], tokens: readonly CodeToken[]): WrittenImport[] {
  const used = new Map<string, Set<string>>();
  tokens.forEach(({ kind, text }, index) => {
    const name = tokens[index + 2];
    if (kind !== 'word' || tokens[index + 1]?.text !== '.' || name?.kind !== 'word' || !/^\p{Lu}/u.test(name.text))
      return;
    const names = used.get(text) ?? new Set();
    used.set(text, names);
    if (names.size < maxNames) names.add(name.text);
  });
  const aliases = goAliases(tokens);
  return imports.flatMap((entry) => {
    const written = toWritten(entry);
    const names = used.get(aliases.get(entry.startLine) ?? goPackageName(entry.module)) ?? [];
    return [written, ...[...names].map((name) => ({ ...written, module: `${entry.module}.${name}` }))];
  });
}

/** The names that imports of Go give to packages, by line. */
function goAliases(tokens: readonly CodeToken[]): ReadonlyMap<number, string> {
  return new Map(
    tokens.flatMap(({ kind, text, line }, index) => {
      const next = tokens[index + 1];
      return kind === 'word' && text !== 'import' && next?.kind === 'string' && next.line === line
        ? [[line, text]]
        : [];
    }),
  );
}

function goPackageName(module: string): string {
  const names = module.split('/');
  const last = names.pop() ?? '';
  return (/^v\d+$/u.test(last) ? (names.pop() ?? last) : last.replace(/\.v\d+$/u, '')).replace(/^go-/u, '');
}
