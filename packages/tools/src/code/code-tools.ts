import { analyzeCodeStructure } from './analyze-code-structure.ts';
import { analyzeDependencies } from './analyze-dependencies.ts';
import { findReferences } from './find-references.ts';

/** Tools that read and edit the code of a checkout. */
export const CODE_TOOLS = [analyzeCodeStructure, findReferences, analyzeDependencies] as const;
