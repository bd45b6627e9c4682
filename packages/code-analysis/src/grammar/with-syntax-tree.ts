import { AppError } from '@shipmate/core';
import { Parser, type Tree } from 'web-tree-sitter';
import type { LoadedGrammar } from './load-grammar.ts';

/**
 * Parses a text with a grammar and reads its tree, whose memory is given back afterwards.
 *
 * @throws AppError `TIMEOUT` when it takes longer than `timeMs`: text that is not in the language can.
 */
export function withSyntaxTree<Result>(
  { language }: LoadedGrammar,
  { path, text, timeMs }: { readonly path: string; readonly text: string; readonly timeMs: number },
  read: (tree: Tree, deadline: { progressCallback(): boolean }) => Result,
): Result {
  const until = performance.now() + timeMs;
  const deadline = { progressCallback: () => performance.now() > until };
  const parser = new Parser();
  let tree: Tree | null = null;
  try {
    parser.setLanguage(language);
    tree = parser.parse(text, null, deadline);
    if (!tree) throw tooSlow(path, timeMs);
    const result = read(tree, deadline);
    if (deadline.progressCallback()) throw tooSlow(path, timeMs);
    return result;
  } finally {
    tree?.delete();
    parser.delete();
  }
}

function tooSlow(path: string, timeMs: number): AppError {
  return new AppError({
    code: 'TIMEOUT',
    message: `"${path}" was not parsed within ${timeMs / 1_000} s. Is it in the language that its name says?`,
    details: { path },
  });
}
