import type { RepositoryLabel } from '@shipmate/domain/code-map';
import type { FactSketch } from './fact-nodes.ts';
import { type SketchNode, sketchLimits } from './sketch.ts';
import { toNamedNode } from './to-node.ts';

/** Facts of one sort that are nodes by themselves, and those inside of an unfolded sort, at most. */
const most = { alone: 6, unfolded: 24 } as const;

/** The plurals of sorts of facts, by the part of the id that names the sort. */
const plurals: Readonly<Record<string, string>> = {
  entry: 'entry points',
  route: 'routes',
  queue: 'queues',
  table: 'tables',
  http: 'HTTP services',
  chart: 'charts',
  image: 'images',
  object: 'Kubernetes objects',
};

/**
 * Folds facts of one sort, such as tables, to one node with their number when there are many. In `expanded`, `!table` unfolds them inside
 * of a frame.
 */
export function foldFacts(
  { nodes, edges, leftOut }: FactSketch,
  { label, expanded }: { readonly label: RepositoryLabel; readonly expanded: readonly string[] },
): FactSketch {
  const prefix = `${label.owner}/${label.repo}`;
  const sortOf = (id: string) => id.slice(prefix.length + 1, id.indexOf(':', prefix.length));
  const shown: SketchNode[] = [];
  const replaced = new Map<string, string | undefined>();
  let hidden = 0;
  for (const [sort, members] of Map.groupBy(nodes, ({ id }) => sortOf(id))) {
    if (members.length <= most.alone) {
      shown.push(...members);
      continue;
    }
    const frame = toFrame(label, sort, members);
    if (!expanded.includes(`!${sort}`)) {
      shown.push(frame);
      for (const { id } of members) replaced.set(id, frame.id);
      continue;
    }
    const inside = members.slice(0, most.unfolded);
    const { factKind: _, ...data } = frame.data;
    shown.push({ ...frame, data: { ...data, kind: 'group', canExpand: false } });
    shown.push(...inside.map((node) => ({ ...node, parentId: frame.id })));
    for (const { id } of members.slice(most.unfolded)) replaced.set(id, undefined);
    hidden += members.length - inside.length;
  }
  const endOf = (id: string) => (replaced.has(id) ? replaced.get(id) : id);
  return {
    nodes: shown,
    edges: edges.flatMap((edge) => {
      const [source, target] = [endOf(edge.source), endOf(edge.target)];
      return source === undefined || target === undefined ? [] : [{ ...edge, source, target }];
    }),
    leftOut: leftOut + hidden,
  };
}

/** The node that stands for all facts of a sort. */
function toFrame(label: RepositoryLabel, sort: string, members: readonly SketchNode[]): SketchNode {
  const [first] = members;
  const node = toNamedNode(label, {
    name: sort,
    kind: 'fact',
    label: `${members.length} ${plurals[sort] ?? sort}`,
    weight: members.reduce((sum, { data }) => sum + data.weight, 0),
    evidence: members.flatMap(({ data }) => data.evidence.slice(0, 1)).slice(0, sketchLimits.evidence),
    ...(first?.data.factKind !== undefined && { factKind: first.data.factKind }),
  });
  return { ...node, data: { ...node.data, canExpand: true } };
}
