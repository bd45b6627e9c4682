import { Graph, layout } from '@dagrejs/dagre';
import { arrangeGrid } from './arrange-grid.ts';
import type { Arrange } from './place-nodes.ts';

/** The largest graph that is laid out in layers: beyond it, dagre needs more than a few seconds. */
export const layerLimits = { nodes: 400, links: 900 } as const;

/** Places a graph in layers from left to right, and nodes without edges in rows below. */
export const arrangeLayers: Arrange = (nodes, links) => {
  const linked = new Set(links.flatMap(({ source, target }) => [source, target]));
  const connected = nodes.filter(({ id }) => linked.has(id));
  const places = new Map<string, { readonly x: number; readonly y: number }>();
  let bottom = 0;
  if (connected.length > 0) {
    const graph = new Graph({ multigraph: false, compound: false });
    graph.setGraph({ rankdir: 'LR', ranksep: 90, nodesep: 24, edgesep: 6 });
    graph.setDefaultEdgeLabel(() => ({}));
    for (const { id, width, height } of connected) graph.setNode(id, { width, height });
    for (const { source, target, weight } of links) graph.setEdge(source, target, { weight });
    layout(graph);
    const boxes = connected.map(({ id, width, height }) => {
      const { x = 0, y = 0 } = graph.node(id);
      return { id, x: x - width / 2, y: y - height / 2, height };
    });
    const left = Math.min(...boxes.map(({ x }) => x));
    const top = Math.min(...boxes.map(({ y }) => y));
    for (const { id, x, y, height } of boxes) {
      places.set(id, { x: x - left, y: y - top });
      bottom = Math.max(bottom, y - top + height + 48);
    }
  }
  const rest = nodes.filter(({ id }) => !linked.has(id));
  for (const [id, { x, y }] of arrangeGrid(rest, [])) places.set(id, { x, y: y + bottom });
  return places;
};
