import type { DiagramNode, DiagramPicture } from '@shipmate/domain/code-map';

type Nodes = DiagramPicture['nodes'];

/** Returns the path that a node unfolds; of a node for more files that of their folder. */
export function toFolderPath({ id, data }: Pick<DiagramNode, 'id' | 'data'>): string | undefined {
  return data.path ?? /^[^:!]*:(.*?)\/?\+more$/.exec(id)?.[1];
}

/** Returns what a node adds to the unfolded parts of a request: its path, or the sort of its facts, such as `!table`. */
export function toFoldKey(node: Pick<DiagramNode, 'id' | 'data'>): string | undefined {
  return toFolderPath(node) ?? /^[^:!]*(![a-z]+)$/.exec(node.id)?.[1];
}

/** A node for a path: the path's own, or the innermost one around it. */
interface FoundNode {
  readonly node: DiagramNode;
  readonly isExact: boolean;
}

/** Returns the node of a path, else the innermost node that contains it. */
export function findNode(nodes: Nodes, path: string): FoundNode | undefined {
  const byPath = new Map<string, DiagramNode>();
  for (const node of nodes) {
    const own = toFolderPath(node);
    const isSymbol = node.data.kind === 'symbol';
    if (own !== undefined && (!isSymbol || !byPath.has(own)) && (node.data.kind !== 'more' || !byPath.has(own)))
      byPath.set(own, node);
  }
  for (let part: string | undefined = path; part !== undefined; part = toParent(part)) {
    const node = byPath.get(part);
    if (node) return { node, isExact: part === path };
  }
  return undefined;
}

function toParent(path: string): string | undefined {
  if (path === '') return undefined;
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** Returns the folders above a path, outermost first. */
export function toAncestors(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** A node whose position is relative to its parent. */
interface PlacedNode {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly position: { readonly x: number; readonly y: number };
}

/** Returns the positions of nodes on the canvas, not relative to their parents. */
export function toPlaces(nodes: readonly PlacedNode[]): ReadonlyMap<string, PlacedNode['position']> {
  const places = new Map<string, PlacedNode['position']>();
  for (const { id, parentId, position } of nodes) {
    const { x, y } = (parentId === undefined ? undefined : places.get(parentId)) ?? { x: 0, y: 0 };
    places.set(id, { x: x + position.x, y: y + position.y });
  }
  return places;
}

/** The arrow keys. */
const directions = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;

/**
 * Returns the node to which a key moves from a node: the nearest one in the direction of an arrow key that has the same depth in
 * the picture, the first or last with Home or End; undefined if there is none, and for other keys.
 */
export function findNeighbor(nodes: Nodes, from: string | undefined, key: string): DiagramNode | undefined {
  const current = nodes.find(({ id }) => id === from);
  if (key === 'Home' || (current === undefined && key in directions)) return nodes[0];
  if (key === 'End') return nodes.at(-1);
  const direction = key in directions ? directions[key as keyof typeof directions] : undefined;
  if (!current || !direction) return undefined;
  const places = toPlaces(nodes);
  const levels = toLevels(nodes);
  const start = toMiddle(current, places);
  let best: { readonly node: DiagramNode; readonly distance: number } | undefined;
  for (const node of nodes) {
    if (node === current || levels.get(node.id) !== levels.get(current.id)) continue;
    const { x, y } = toMiddle(node, places);
    const along = (x - start.x) * direction.x + (y - start.y) * direction.y;
    if (along <= 0) continue;
    const across = Math.abs((x - start.x) * direction.y) + Math.abs((y - start.y) * direction.x);
    const distance = along + 2 * across;
    if (!best || distance < best.distance) best = { node, distance };
  }
  return best?.node;
}

function toMiddle({ id, width, height }: DiagramNode, places: ReturnType<typeof toPlaces>) {
  const { x, y } = places.get(id) ?? { x: 0, y: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

function toLevels(nodes: Nodes): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const { id, parentId } of nodes) {
    levels.set(id, parentId === undefined ? 0 : (levels.get(parentId) ?? 0) + 1);
  }
  return levels;
}
