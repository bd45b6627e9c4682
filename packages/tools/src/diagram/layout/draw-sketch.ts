import type { CodeMapSnapshot, DiagramEdge, DiagramNode, DiagramPicture, LayoutType } from '@shipmate/domain/code-map';
import type { Sketch, SketchEdge, SketchNode } from '../build/sketch.ts';
import { arrangeForces } from './arrange-forces.ts';
import { arrangeGrid } from './arrange-grid.ts';
import { arrangeLayers, layerLimits } from './arrange-layers.ts';
import { arrangeTree } from './arrange-tree.ts';
import { type Box, placeNodes, type Places } from './place-nodes.ts';
import { placeTreemap } from './place-treemap.ts';

/** Options for {@link drawSketch}. */
interface DrawOptions {
  readonly snapshot: Pick<CodeMapSnapshot, 'commit' | 'treeId'>;
  readonly layoutType: LayoutType;
  /** Places nodes in rows instead, because the layout was too slow. */
  readonly isSimple: boolean;
}

/** Lays a sketch out and returns its picture. */
export function drawSketch(sketch: Sketch, { snapshot, layoutType, isSimple }: DrawOptions): DiagramPicture {
  const { places, note } = layOut(sketch, isSimple ? 'grid' : layoutType);
  const edges = sketch.edges.map((edge) => toEdge(edge, sketch.nodes));
  const dropped = sketch.droppedEdges;
  return {
    nodes: sketch.nodes.map((node) => toNode(node, places.get(node.id))),
    edges,
    commit: snapshot.commit,
    treeId: snapshot.treeId,
    layoutType,
    stats: {
      files: sketch.files,
      shown: sketch.nodes.length,
      folded: countFolded(sketch),
      edges: edges.length,
      droppedEdges: dropped,
    },
    notes: [
      ...sketch.notes,
      ...(dropped > 0 ? [`${dropped} edges with the fewest references are not drawn.`] : []),
      ...(note === undefined ? [] : [note]),
      ...(isSimple
        ? ['The layout took too long, so nodes are in rows by folder. Narrow the filters for another layout.']
        : []),
    ],
  };
}

/** The files that no file node stands for. */
function countFolded({ nodes }: Sketch): number {
  return nodes.reduce((sum, { data }) => sum + (data.kind === 'more' || data.canExpand ? data.files : 0), 0);
}

function layOut(
  sketch: Sketch,
  layout: LayoutType | 'grid',
): { readonly places: Places; readonly note?: string | undefined } {
  if (layout === 'treemap') return { places: placeTreemap(sketch.nodes) };
  if (layout === 'grid') return { places: placeNodes(sketch, { top: arrangeGrid, inside: arrangeGrid }) };
  if (layout === 'force_directed') return { places: placeNodes(sketch, { top: arrangeForces, inside: arrangeGrid }) };
  const isTree = sketch.edges.length > 0 && sketch.edges.every(({ kind }) => kind === 'contains');
  if (isTree) return { places: placeNodes(sketch, { top: arrangeTree, inside: arrangeGrid }) };
  if (sketch.nodes.length > layerLimits.nodes || sketch.edges.length > layerLimits.links) {
    const note = `Layers are drawn for at most ${layerLimits.nodes} nodes, so nodes are in rows by folder. Narrow the filters for layers.`;
    return { places: placeNodes(sketch, { top: arrangeGrid, inside: arrangeGrid }), note };
  }
  return { places: placeNodes(sketch, { top: arrangeLayers, inside: arrangeLayers }) };
}

function toNode({ id, parentId, data }: SketchNode, box: Box | undefined): DiagramNode {
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 110, height: 44 };
  const middle = height / 2;
  return {
    id,
    type: data.kind,
    position: { x, y },
    width,
    height,
    ...(parentId !== undefined && { parentId, extent: 'parent' as const }),
    ariaLabel: describeNode(data),
    handles: [
      { type: 'target', position: 'left', x: 0, y: middle, width: 1, height: 1 },
      { type: 'source', position: 'right', x: width, y: middle, width: 1, height: 1 },
    ],
    data,
  };
}

function describeNode({ kind, label, path, files, size, canExpand }: SketchNode['data']): string {
  const name = kind === 'more' ? `${label} in ${path === '' ? 'the top folder' : path}` : `${kind} ${path || label}`;
  const figures = files > 0 ? `, ${files === 1 ? '1 file' : `${files} files`}, ${formatBytes(size)}` : '';
  return `${name}${figures}${canExpand ? ', folded' : ''}`;
}

function formatBytes(size: number): string {
  if (size < 1_024) return `${size} B`;
  if (size < 1_048_576) return `${Math.round(size / 1_024)} KB`;
  return `${(size / 1_048_576).toFixed(1)} MB`;
}

const verbs: Readonly<Record<SketchEdge['kind'], string>> = {
  import: 'imports',
  call: 'calls',
  data: 'exchanges data with',
  deploys: 'deploys',
  contains: 'contains',
  custom: 'relates to',
};

function toEdge({ source, target, label, ...data }: SketchEdge, nodes: readonly SketchNode[]): DiagramEdge {
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.data.label ?? id;
  const count = data.count > 1 ? `, ${data.count} references` : '';
  const shown = label ?? (data.kind === 'import' && data.count > 1 ? String(data.count) : undefined);
  return {
    id: `${data.kind}:${source}->${target}`,
    source,
    target,
    ...(shown !== undefined && { label: shown }),
    ariaLabel: `${nameOf(source)} ${label ?? verbs[data.kind]} ${nameOf(target)}${count}${data.inferred ? ', inferred' : ''}`,
    data,
  };
}
