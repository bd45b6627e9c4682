import type { CodeMapFile, CodeMapSnapshot, DiagramRequest } from '@shipmate/domain/code-map';
import { buildFolderTree, toWeightOf } from './folder-tree.ts';
import { foldTree } from './fold-tree.ts';
import { type Sketch, type SketchEdge, type SketchNode, sketchLimits } from './sketch.ts';
import { toEntryId, toEntryNode } from './to-node.ts';

/** Sketches folders and files; folders contain their children. */
export function sketchFileTree(
  { label }: CodeMapSnapshot,
  request: DiagramRequest,
  selected: readonly CodeMapFile[],
): Sketch {
  const root = buildFolderTree(selected, toWeightOf(request));
  const { minDepth, maxDepth } = request.filters ?? {};
  // A person reads more areas of a treemap than rows of a tree.
  const isTreemap = (request.layoutType ?? 'treemap') === 'treemap';
  const first = isTreemap ? sketchLimits.nodes : sketchLimits.rows;
  const folded = foldTree(root, {
    limit: sketchLimits.nodes,
    first,
    expanded: request.expanded,
    minDepth,
    maxDepth,
  });
  const nodes = folded.map((entry): SketchNode => {
    const node = toEntryNode(label, entry);
    return entry.parent ? { ...node, parentId: toEntryId(label, entry.parent) } : node;
  });
  return { nodes, edges: [], files: selected.length, notes: [], droppedEdges: 0 };
}

/** Turns containment into edges, for layouts that draw nodes side by side. */
export function toContainmentEdges({ nodes, ...sketch }: Sketch): Sketch {
  const edges = nodes.flatMap(({ id, parentId }): readonly SketchEdge[] =>
    parentId === undefined
      ? []
      : [{ source: parentId, target: id, kind: 'contains', count: 1, inferred: false, evidence: [] }],
  );
  return { ...sketch, nodes: nodes.map(({ id, data }) => ({ id, data })), edges };
}
