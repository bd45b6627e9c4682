import { hierarchy, tree } from 'd3-hierarchy';
import type { Arrange, Sized } from './place-nodes.ts';

interface Branch {
  readonly node: Sized;
  readonly children: readonly Branch[];
}

const rowHeight = 64;
const columnGap = 70;

/** Places a tree from left to right; its links lead from parents to children. */
export const arrangeTree: Arrange = (nodes, links) => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const childrenOf = Map.groupBy(links, ({ source }) => source);
  const targets = new Set(links.map(({ target }) => target));
  const root = nodes.find(({ id }) => !targets.has(id));
  if (!root) return new Map();
  const toBranch = (node: Sized): Branch => ({
    node,
    children: (childrenOf.get(node.id) ?? []).flatMap(({ target }) => {
      const child = byId.get(target);
      return child ? [toBranch(child)] : [];
    }),
  });
  const laidOut = tree<Branch>()
    .nodeSize([rowHeight, 1])
    .separation(() => 1)(hierarchy(toBranch(root), ({ children }) => [...children]));
  const all = laidOut.descendants();
  const widths: number[] = [];
  for (const { depth, data } of all) widths[depth] = Math.max(widths[depth] ?? 0, data.node.width);
  const columns = widths.map((_, depth) => widths.slice(0, depth).reduce((sum, width) => sum + width + columnGap, 0));
  const top = Math.min(...all.map(({ x }) => x));
  return new Map(all.map(({ x, depth, data }) => [data.node.id, { x: columns[depth] ?? 0, y: x - top }]));
};
