import {
  type DiagramEdge,
  type DiagramNode,
  type DiagramPicture,
  type LayoutType,
  toEdgeOpacity,
} from '@shipmate/domain/code-map';
import { type Edge, MarkerType, type Node } from '@xyflow/react';
import { describeFinding } from '../health/health-badges.tsx';
import type { Findings, HealthFinding } from '../health/to-findings.ts';
import { changeColors } from './change-colors.ts';
import { type Extent, toNodeDetail } from './node-detail.ts';

/** The content of a node on the canvas. */
interface MapNodeData extends Record<string, unknown> {
  readonly drawn: DiagramNode;
  readonly hasChildren: boolean;
  /** True if an edge begins or ends at it. */
  readonly hasEdges: boolean;
  /** The node around it. */
  readonly parent: Extent | undefined;
  /** The color of its highlight. */
  readonly mark: string | undefined;
  readonly isDimmed: boolean;
  readonly findings: readonly HealthFinding[];
}
export type MapNode = Node<MapNodeData, 'map'>;
export type MapFlowEdge = Edge<{ readonly drawn: DiagramEdge; readonly layoutType: LayoutType }, 'map'>;

/** Nodes to emphasize. */
export interface Marks {
  readonly nodeIds: ReadonlySet<string>;
  readonly color: string;
}

/** The state of the page that the canvas shows. */
interface FlowOptions {
  readonly selected: string | undefined;
  readonly selectedEdge: string | undefined;
  readonly marks: Marks | undefined;
  readonly positions: DiagramPositions;
  readonly findings?: Findings | undefined;
}
type DiagramPositions = Readonly<Record<string, { readonly x: number; readonly y: number }>>;

/** Converts the nodes of a picture for the canvas; nodes that a person moved keep their place. */
export function toFlowNodes(
  { nodes, edges, layoutType }: DiagramPicture,
  { selected, marks, positions, findings }: Pick<FlowOptions, 'selected' | 'marks' | 'positions' | 'findings'>,
): MapNode[] {
  const sizes = new Map<string, Extent>(nodes.map(({ id, width, height }) => [id, { width, height }]));
  const parents = new Set(nodes.map(({ parentId }) => parentId));
  const linked = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const canMove = layoutType !== 'treemap';
  return nodes.map((drawn) => {
    const { id, width, height, parentId, extent, ariaLabel } = drawn;
    const mark = marks?.nodeIds.has(id) === true ? marks.color : undefined;
    const own = findings?.get(id) ?? noFindings;
    return {
      id,
      type: 'map',
      position: (canMove ? positions[id] : undefined) ?? drawn.position,
      width,
      height,
      ...(parentId !== undefined && { parentId }),
      ...(extent !== undefined && { extent }),
      ariaLabel: [ariaLabel, ...own.map(describeFinding)].join(', '),
      ariaRole: 'group',
      selected: id === selected,
      draggable: canMove,
      // Edges are above frames and below the labels of other nodes.
      zIndex: parents.has(id) ? 0 : 3,
      data: {
        drawn,
        hasChildren: parents.has(id),
        hasEdges: linked.has(id),
        parent: parentId === undefined ? undefined : sizes.get(parentId),
        mark,
        findings: own,
        isDimmed: marks !== undefined && mark === undefined && !parents.has(id),
      },
    };
  });
}

const noFindings: readonly HealthFinding[] = [];

/** Returns the nodes that have an area on the screen: not those inside of frames that are too small for children. */
export function keepVisible(nodes: readonly MapNode[], zoom: number): MapNode[] {
  return nodes.filter(({ data: { drawn, hasChildren, parent } }) => {
    const { width, height } = drawn;
    return toNodeDetail({ width, height, hasChildren, parent, zoom }) !== 'hidden';
  });
}

/** Returns about the zoom level at which a whole picture fits into a window. */
export function estimateZoom({ nodes }: DiagramPicture, { width, height }: Extent): number {
  const top = nodes.filter(({ parentId }) => parentId === undefined);
  const right = Math.max(1, ...top.map((node) => node.position.x + node.width));
  const bottom = Math.max(1, ...top.map((node) => node.position.y + node.height));
  return Math.min(width / right, height / bottom, 1.25);
}

/** Of the same size for thin and thick edges. */
const arrow = { type: MarkerType.ArrowClosed, markerUnits: 'userSpaceOnUse', width: 14, height: 14 };

/** The most edges of a picture whose counts are all shown. */
const maxLabelled = 60;

/** Converts the edges of a picture for the canvas; those of the selected node are emphasized. */
export function toFlowEdges(
  { edges, layoutType }: DiagramPicture,
  { selected, selectedEdge }: Pick<FlowOptions, 'selected' | 'selectedEdge'>,
): MapFlowEdge[] {
  const hasFocus = selectedEdge !== undefined || edges.some((edge) => isAt(edge, selected));
  const opacityOf = toEdgeOpacity(edges);
  return edges.map((drawn) => {
    const { id, source, target, label, ariaLabel, data } = drawn;
    const isShown = id === selectedEdge || (selectedEdge === undefined && isAt(drawn, selected));
    const stroke = isShown ? 'var(--color-accent)' : toStroke(data);
    // Counts would cover a picture with many edges.
    const hasLabel = label !== undefined && (isShown || data.kind === 'custom' || edges.length <= maxLabelled);
    return {
      id,
      source,
      target,
      ariaLabel,
      type: 'map',
      // The areas of a treemap fill it: only the edges of the selection are drawn, above them.
      hidden: layoutType === 'treemap' && !isShown,
      ...(hasLabel && { label }),
      ...(data.kind !== 'contains' && { markerEnd: { ...arrow, color: stroke } }),
      data: { drawn, layoutType },
      selected: id === selectedEdge,
      zIndex: toLevel(layoutType, isShown),
      interactionWidth: 14,
      style: {
        stroke,
        strokeWidth: Math.min(1 + Math.log2(Math.max(data.count, 1)), 5),
        opacity: isShown ? 1 : hasFocus ? 0.25 : opacityOf(drawn),
        ...(data.inferred && { strokeDasharray: '5 4' }),
      },
      labelStyle: { fill: 'var(--color-ink)', fontSize: 11 },
      labelBgStyle: { fill: 'var(--color-canvas)' },
    };
  });
}

function toStroke({ change }: DiagramEdge['data']): string {
  return change ? changeColors[change] : 'var(--color-edge)';
}

/** Above the nodes of a treemap, else below those that have no children. */
function toLevel(layoutType: LayoutType, isShown: boolean): number {
  if (layoutType === 'treemap') return 4;
  return isShown ? 2 : 1;
}

function isAt({ source, target }: DiagramEdge, id: string | undefined): boolean {
  return id !== undefined && (source === id || target === id);
}
