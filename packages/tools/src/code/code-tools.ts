import { analyzeCodeStructure } from './analyze-code-structure.ts';
import { analyzeDependencies } from './analyze-dependencies.ts';
import { insertAtSymbol } from './insert-at-symbol.ts';
import { findReferences } from './find-references.ts';
import { renameSymbol } from './rename-symbol.ts';
import { replaceSymbol } from './replace-symbol.ts';

/** Tools that read and edit the code of a checkout. */
export const CODE_TOOLS = [
  analyzeCodeStructure,
  findReferences,
  analyzeDependencies,
  renameSymbol,
  replaceSymbol,
  insertAtSymbol,
] as const;
