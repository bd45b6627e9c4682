import { compareDiagrams } from './compare-diagrams.ts';
import { createDiagram } from './create-diagram.ts';
import { navigateCanvas } from './navigate-canvas.ts';
import { openFileRange } from './open-file-range.ts';
import { queryFileTree } from './query-file-tree.ts';
import { searchCodebase } from './search-codebase.ts';

/** Tools that draw a repository, search it and move its diagrams. */
export const DIAGRAM_TOOLS = [
  createDiagram,
  searchCodebase,
  navigateCanvas,
  openFileRange,
  queryFileTree,
  compareDiagrams,
] as const;
