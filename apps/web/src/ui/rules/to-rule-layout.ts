import { Graph, layout } from '@dagrejs/dagre';
import type { RuleDrawing } from './to-rule-steps.ts';

/** Size of a node, in pixels. */
export const nodeSize = { width: 190, height: 56 } as const;

/** Id of the node of the trigger. */
export const triggerNodeId = 'trigger';

/** The top left corner of each node, by id, and the size of all of them. */
interface RuleLayout {
  readonly places: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
  readonly height: number;
}

/** Lays a rule out from left to right, or from top to bottom in a narrow space. */
export function toRuleLayout({ steps, connections }: RuleDrawing, direction: 'LR' | 'TB'): RuleLayout {
  const graph = new Graph({ multigraph: true })
    .setGraph({ rankdir: direction, nodesep: 24, ranksep: direction === 'LR' ? 72 : 44 })
    .setDefaultEdgeLabel(() => ({}));
  graph.setNode(triggerNodeId, { ...nodeSize });
  for (const { action } of steps) graph.setNode(action.id, { ...nodeSize });
  connections.forEach(({ source, target }, index) => {
    const from = source ?? triggerNodeId;
    if (graph.hasNode(from) && graph.hasNode(target)) graph.setEdge(from, target, {}, String(index));
  });
  layout(graph);
  const places = graph.nodes().map((id) => {
    const { x, y } = graph.node(id) as { x: number; y: number };
    return [id, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }] as const;
  });
  return { places: new Map(places), height: Math.max(...places.map(([, { y }]) => y)) + nodeSize.height };
}
