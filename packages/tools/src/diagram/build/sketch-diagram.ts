import type { CodeMapSnapshot, DiagramRequest, LayoutType } from '@shipmate/domain/code-map';
import { selectFiles } from './select-files.ts';
import { sketchCustom } from './sketch-custom.ts';
import { sketchDataFlow } from './sketch-data-flow.ts';
import { sketchDependencies } from './sketch-dependencies.ts';
import { sketchFileTree, toContainmentEdges } from './sketch-file-tree.ts';
import { sketchSlice } from './sketch-slice.ts';
import type { SymbolsOf } from './find-place.ts';
import type { Sketch } from './sketch.ts';

/** Returns the layout of a request; file trees are treemaps by default, all other diagrams hierarchical. */
export function toLayoutType({ type, layoutType }: DiagramRequest): LayoutType {
  return layoutType ?? (type === 'file_tree' ? 'treemap' : 'hierarchical');
}

/** Selects and folds the nodes and edges of a diagram. @throws AppError `VALIDATION_ERROR` for an unknown path */
export function sketchDiagram(
  known: { readonly snapshot: CodeMapSnapshot; readonly symbols: SymbolsOf },
  request: DiagramRequest,
): Sketch {
  const { snapshot } = known;
  const selected = selectFiles(snapshot.files, request.filters);
  switch (request.type) {
    case 'file_tree': {
      const isTreemap = toLayoutType(request) === 'treemap';
      const sketch = sketchFileTree(snapshot, request, selected);
      return isTreemap ? sketch : toContainmentEdges(sketch);
    }
    case 'dependency_graph':
      return sketchDependencies(snapshot, request, selected);
    case 'architecture_slice':
      return sketchSlice(known, request, selected);
    case 'data_flow':
      return sketchDataFlow(known, request, selected);
    case 'custom':
      return sketchCustom(known, request);
  }
}
