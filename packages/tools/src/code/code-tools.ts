import { analyzeCodeStructure } from './analyze-code-structure.ts';
import { analyzeDependencies } from './analyze-dependencies.ts';
import { insertAtSymbol } from './insert-at-symbol.ts';
import { findReferences } from './find-references.ts';
import { replaceSymbol } from './replace-symbol.ts';

/** Tools that read and edit the code of a checkout. */
export const CODE_TOOLS = [
  analyzeCodeStructure,
  findReferences,
  analyzeDependencies,
  replaceSymbol,
  insertAtSymbol,
] as const;
