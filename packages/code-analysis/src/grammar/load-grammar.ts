import { fileURLToPath } from 'node:url';
import { Language, Parser, Query } from 'web-tree-sitter';
import type { GrammarRules } from './grammar-rules.ts';

/** A grammar with its compiled query. */
export interface LoadedGrammar {
  readonly language: Language;
  readonly query: Query;
}

/** The grammars of this thread, which live as long as it does. WebAssembly memory is never given back. */
const loading = new Map<string, Promise<LoadedGrammar>>();

/** Loads a grammar once in a thread. A grammar takes about 20 ms, the first one 80 ms. */
export function loadGrammar({ grammar, query }: Pick<GrammarRules, 'grammar' | 'query'>): Promise<LoadedGrammar> {
  const known = loading.get(grammar);
  if (known) return known;
  const loaded = load(grammar, query);
  loading.set(grammar, loaded);
  // A failure, such as one to read the file, is no reason to fail for ever.
  loaded.catch(() => loading.delete(grammar));
  return loaded;
}

async function load(grammar: string, source: string): Promise<LoadedGrammar> {
  await Parser.init();
  const file = import.meta.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
  const language = await Language.load(fileURLToPath(file));
  return { language, query: new Query(language, source) };
}
