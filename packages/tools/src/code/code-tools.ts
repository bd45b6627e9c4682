import { analyzeCodeStructure } from './analyze-code-structure.ts';

/** Tools that read and edit the code of a checkout. */
export const CODE_TOOLS = [analyzeCodeStructure] as const;
