import { toNodeCaption } from '@shipmate/domain/code-map';
import type { Sketch, SketchNode } from '../build/sketch.ts';

/** The place of a node relative to its parent, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Places of nodes by their ids. */
export type Places = ReadonlyMap<string, Box>;

/** A node with its size, to be placed beside others. */
export interface Sized {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** The place in the order of the diagram. */
  readonly order: number;
  readonly folder: string;
}

/** Two of the nodes that are arranged; the weight is the number of edges between them. */
interface Link {
  readonly source: string;
  readonly target: string;
  readonly weight: number;
}

/** Places nodes side by side without overlap, from (0, 0). */
export type Arrange = (
  nodes: readonly Sized[],
  links: readonly Link[],
) => ReadonlyMap<string, { readonly x: number; readonly y: number }>;

/** Space around the content of a node that contains others, with room for its label. */
const frame = { side: 20, top: 44, bottom: 20 } as const;

/** Places all nodes: those of each container by themselves, the innermost first, with the edges between them. */
export function placeNodes(
  { nodes, edges }: Pick<Sketch, 'nodes' | 'edges'>,
  { top, inside }: { readonly top: Arrange; readonly inside: Arrange },
): Places {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const members = Map.groupBy(nodes, ({ parentId }) => parentId);
  const links = liftLinks(edges, parents);
  const sizes = new Map<string, { readonly width: number; readonly height: number }>();
  const places = new Map<string, Box>();
  const order = new Map(nodes.map(({ id }, index) => [id, index]));

  const arrangeMembers = (parentId: string | undefined, arrange: Arrange): void => {
    const sized = (members.get(parentId) ?? []).map((node): Sized => {
      const size = sizes.get(node.id) ?? sizeOf(node);
      return { id: node.id, ...size, order: order.get(node.id) ?? 0, folder: folderKey(node) };
    });
    const offset = parentId === undefined ? { x: 0, y: 0 } : { x: frame.side, y: frame.top };
    const positions = arrange(sized, links.get(parentId) ?? []);
    let [right, bottom] = [0, 0];
    for (const { id, width, height } of sized) {
      const { x, y } = positions.get(id) ?? { x: 0, y: 0 };
      places.set(id, { x: round(x + offset.x), y: round(y + offset.y), width, height });
      right = Math.max(right, x + width);
      bottom = Math.max(bottom, y + height);
    }
    if (parentId !== undefined) {
      sizes.set(parentId, {
        width: Math.ceil(right + 2 * frame.side),
        height: Math.ceil(bottom + frame.top + frame.bottom),
      });
    }
  };

  for (const { id } of nodes.toReversed()) if (members.has(id)) arrangeMembers(id, inside);
  arrangeMembers(undefined, top);
  return places;
}

/** The size of a node that contains none, by the length of its label; an export writes the number of files behind it. */
function sizeOf(node: SketchNode): { readonly width: number; readonly height: number } {
  const width = Math.min(280, Math.max(110, Math.ceil(toNodeCaption(node).length * 7.4) + 40));
  return { width, height: node.data.kind === 'folder' || node.data.kind === 'more' ? 52 : 44 };
}

function folderKey({ data: { path, kind } }: SketchNode): string {
  return path === null ? `~${kind}` : path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Replaces the ends of edges by the siblings that contain them, grouped by the container of both. */
function liftLinks(
  edges: Sketch['edges'],
  parents: ReadonlyMap<string, string | undefined>,
): ReadonlyMap<string | undefined, readonly Link[]> {
  const lifted = new Map<string | undefined, Map<string, Link>>();
  for (const edge of edges) {
    const above = [edge.source, edge.target].map((id) => chainOf(id, parents));
    const [one = [], other = []] = above;
    let depth = 0;
    while (depth < Math.min(one.length, other.length) && one[depth] === other[depth]) depth += 1;
    const [source, target] = [one[depth], other[depth]];
    if (source === undefined || target === undefined) continue;
    const container = parents.get(source);
    const links = lifted.get(container) ?? new Map<string, Link>();
    lifted.set(container, links);
    const key = JSON.stringify([source, target]);
    links.set(key, { source, target, weight: (links.get(key)?.weight ?? 0) + 1 });
  }
  return new Map([...lifted].map(([container, links]) => [container, [...links.values()]]));
}

/** A node with all that contain it, the outermost first. */
function chainOf(id: string, parents: ReadonlyMap<string, string | undefined>): readonly string[] {
  const chain: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) chain.push(at);
  return chain.reverse();
}

/** Rounds to tenths of a pixel, so that positions are the same on every machine and short. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
