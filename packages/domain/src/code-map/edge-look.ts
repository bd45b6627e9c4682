import type { DiagramEdge } from './diagram.ts';

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

/** Returns the ends of the straight line between the middles of two boxes, at their borders. */
export function toStraightEdge(from: Box, to: Box): { readonly from: Point; readonly to: Point } {
  return { from: toBorder(from, toMiddle(to)), to: toBorder(to, toMiddle(from)) };
}

function toMiddle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function toBorder(box: Box, toward: Point): Point {
  const { x, y } = toMiddle(box);
  const [across, down] = [toward.x - x, toward.y - y];
  const share = Math.min(1, box.width / 2 / Math.abs(across), box.height / 2 / Math.abs(down));
  return Number.isNaN(share) ? { x, y } : { x: x + across * share, y: y + down * share };
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
