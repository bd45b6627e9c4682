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

/** Merges edges of the same ends and kind, and drops the weakest and those between a node and itself. */
export function mergeEdges(edges: readonly SketchEdge[]): Pick<Sketch, 'edges' | 'droppedEdges'> {
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
  return { edges: all.slice(0, sketchLimits.edges), droppedEdges: Math.max(0, all.length - sketchLimits.edges) };
}
