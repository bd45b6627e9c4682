import type { DiagramEdge, LayoutType } from './diagram.ts';

/** A box in units of a picture, not relative to a parent. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The path of an edge as SVG writes it, and the place of its label. */
interface EdgePath {
  readonly path: string;
  readonly middle: Point;
}

/**
 * Returns the path of an edge between two boxes: in layers a curve between the sides that face each other, in a treemap a line between the
 * middles, else a line between the borders.
 */
export function toEdgePath(from: Box, to: Box, layoutType: LayoutType): EdgePath {
  if (layoutType === 'treemap') return toLine(toMiddle(from), toMiddle(to));
  if (layoutType === 'hierarchical') {
    const [y1, y2] = [toMiddle(from).y, toMiddle(to).y];
    if (from.x + from.width <= to.x) return toCurve({ x: from.x + from.width, y: y1 }, { x: to.x, y: y2 }, 1);
    // An edge against the direction of the layers is beside the one that leads back.
    const beside = Math.min(from.height, to.height) / 4;
    if (to.x + to.width <= from.x) {
      return toCurve({ x: from.x, y: y1 + beside }, { x: to.x + to.width, y: y2 + beside }, -1);
    }
  }
  return toLine(toBorder(from, toMiddle(to)), toBorder(to, toMiddle(from)));
}

function toMiddle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The point at which the line from the middle of a box to another point leaves it. */
function toBorder(box: Box, toward: Point): Point {
  const { x, y } = toMiddle(box);
  const [across, down] = [toward.x - x, toward.y - y];
  const share = Math.min(1, box.width / 2 / Math.abs(across), box.height / 2 / Math.abs(down));
  return Number.isNaN(share) ? { x, y } : { x: x + across * share, y: y + down * share };
}

function toLine(from: Point, to: Point): EdgePath {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return { path: `M${round(from.x)},${round(from.y)}L${round(to.x)},${round(to.y)}`, middle };
}

const labelHeight = 12;

/** A curve that leaves and reaches its ends horizontally, to the right (1) or to the left (-1). */
function toCurve(from: Point, to: Point, direction: 1 | -1): EdgePath {
  const bend = direction * Math.max(24, Math.abs(to.x - from.x) / 2);
  const [first, second] = [round(from.x + bend), round(to.x - bend)];
  const [y1, y2] = [round(from.y), round(to.y)];
  return {
    path: `M${round(from.x)},${y1}C${first},${y1},${second},${y2},${round(to.x)},${y2}`,
    // The label of an edge back is below that of the other edge.
    middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + (direction === 1 ? 0 : labelHeight) },
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Pictures with more edges show those of few references fainter. */
const manyEdges = 60;
const faintest = 0.25;

/** Returns the opacity of each edge of a picture, by the number of references that it folds. */
export function toEdgeOpacity(
  edges: readonly Pick<DiagramEdge, 'data'>[],
): (edge: Pick<DiagramEdge, 'data'>) => number {
  if (edges.length <= manyEdges) return () => 1;
  const most = Math.log(1 + Math.max(...edges.map(({ data }) => data.count)));
  return ({ data: { count } }) => faintest + (1 - faintest) * (Math.log(1 + count) / most);
}
