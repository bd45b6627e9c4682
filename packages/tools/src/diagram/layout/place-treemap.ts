import { hierarchy, type HierarchyRectangularNode, treemap, treemapSquarify } from 'd3-hierarchy';
import type { SketchNode } from '../build/sketch.ts';
import type { Box, Places } from './place-nodes.ts';

/** A part of a treemap; the outermost has no node. */
interface Area {
  readonly node: SketchNode | undefined;
  readonly children: readonly Area[];
}

/** The height of the label of a folder, and the smallest folder that has one. */
export const treemapHeader = { height: 26, minHeight: 60, minWidth: 60 } as const;

/** The share of the whole that the smallest area has at least, so that it can be seen. */
const smallestShare = 1 / 4_000;
/** Square pixels of an average area: 500 areas fit into a window at a zoom level at which labels of folders are readable. */
const averageArea = 4_000;

/** Places nodes as areas that fill their parents, below the label of the parent. Areas show weights. */
export function placeTreemap(nodes: readonly SketchNode[]): Places {
  const members = Map.groupBy(nodes, ({ parentId }) => parentId);
  const toArea = (node: SketchNode): Area => ({ node, children: (members.get(node.id) ?? []).map(toArea) });
  const tops = (members.get(undefined) ?? []).map(toArea);
  const leaves = nodes.filter(({ id }) => !members.has(id));
  const total = leaves.reduce((sum, { data }) => sum + data.weight, 0);
  const least = total > 0 ? total * smallestShare : 1;
  const outermost: Area = { node: undefined, children: tops };
  const root = hierarchy(outermost, ({ children }) => [...children])
    .sum(({ node, children }) => (node && children.length === 0 ? Math.max(node.data.weight, least) : 0))
    .sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const height = Math.max(800, Math.sqrt((leaves.length * averageArea) / 1.6));
  const laidOut = treemap<Area>()
    .tile(treemapSquarify)
    .size([Math.round(height * 1.6), Math.round(height)])
    .paddingTop(headerOf)(root);
  return new Map(
    laidOut.descendants().flatMap((area): readonly (readonly [string, Box])[] => {
      const { node } = area.data;
      if (!node) return [];
      const { x0, y0, x1, y1, parent } = area;
      const [left, top] = parent?.data.node ? [parent.x0, parent.y0] : [0, 0];
      return [[node.id, { x: x0 - left, y: y0 - top, width: x1 - x0, height: y1 - y0 }]];
    }),
  );
}

function headerOf({ data, x0, y0, x1, y1 }: HierarchyRectangularNode<Area>): number {
  if (!data.node || data.children.length === 0) return 0;
  const { height, minHeight, minWidth } = treemapHeader;
  return y1 - y0 >= minHeight && x1 - x0 >= minWidth ? height : 0;
}
