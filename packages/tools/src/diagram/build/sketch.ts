import type { DiagramEdge, DiagramNodeData } from '@shipmate/domain/code-map';
import { compareNames } from './compare-names.ts';

/** A node without a place. */
export interface SketchNode {
  readonly id: string;
  /** The node that contains it, which comes before it. */
  readonly parentId?: string | undefined;
  readonly data: DiagramNodeData;
}

/** An edge between two nodes of a sketch. */
export interface SketchEdge extends Pick<DiagramEdge, 'source' | 'target' | 'label'>, Readonly<DiagramEdge['data']> {}

/** The content of a diagram, before its layout. */
export interface Sketch {
  readonly nodes: readonly SketchNode[];
  readonly edges: readonly SketchEdge[];
  /** Files that the diagram is about. */
  readonly files: number;
  readonly notes: readonly string[];
  readonly droppedEdges: number;
}

/** Limits of a diagram. */
export const sketchLimits = { nodes: 500, rows: 150, units: 60, expandedUnits: 350, edges: 400, evidence: 5 } as const;

/** Merges edges of the same ends and kind, strongest first; drops those between a node and itself, and those beyond the limit. */
export function mergeEdges(
  edges: readonly SketchEdge[],
  limit: number = sketchLimits.edges,
): Pick<Sketch, 'edges' | 'droppedEdges'> {
  const merged = new Map<string, SketchEdge & { readonly evidence: SketchEdge['evidence'][number][] }>();
  for (const edge of edges) {
    if (edge.source === edge.target) continue;
    const key = JSON.stringify([edge.source, edge.target, edge.kind]);
    const known = merged.get(key);
    if (!known) {
      merged.set(key, { ...edge, evidence: edge.evidence.slice(0, sketchLimits.evidence) });
      continue;
    }
    known.evidence.push(...edge.evidence.slice(0, sketchLimits.evidence - known.evidence.length));
    const label = known.label ?? edge.label;
    merged.set(key, {
      ...known,
      count: known.count + edge.count,
      inferred: known.inferred && edge.inferred,
      ...(label !== undefined && { label }),
    });
  }
  const all = [...merged.values()].toSorted(
    (one, other) =>
      other.count - one.count ||
      compareNames(one.source, other.source) ||
      compareNames(one.target, other.target) ||
      compareNames(one.kind, other.kind),
  );
  const kept = keepStrongest(all, limit);
  return { edges: kept, droppedEdges: all.length - kept.length };
}

/** Keeps the strongest edge of each node, then the strongest of all others: a node with edges does not look as if it had none. */
function keepStrongest(sorted: readonly SketchEdge[], limit: number): readonly SketchEdge[] {
  if (sorted.length <= limit) return sorted;
  const reached = new Set<string>();
  const first = new Set<SketchEdge>();
  for (const edge of sorted) {
    if (first.size >= limit) break;
    if (reached.has(edge.source) && reached.has(edge.target)) continue;
    first.add(edge);
    reached.add(edge.source).add(edge.target);
  }
  let room = limit - first.size;
  return sorted.filter((edge) => first.has(edge) || room-- > 0);
}
