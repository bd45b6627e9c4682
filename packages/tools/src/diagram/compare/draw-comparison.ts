import {
  type CodeMapFile,
  type CodeMapSnapshot,
  type DiagramChange,
  type DiagramPicture,
  type LayoutType,
  toMermaid,
} from '@shipmate/domain/code-map';
import { comparePaths } from '../build/compare-names.ts';
import { filesOf } from '../build/folder-tree.ts';
import type { FoldedEntry } from '../build/fold-tree.ts';
import { foldToUnits, mapFiles } from '../build/sketch-dependencies.ts';
import { mergeEdges, type SketchEdge } from '../build/sketch.ts';
import { toEntryId, toEntryNode } from '../build/to-node.ts';
import { drawSketch } from '../layout/draw-sketch.ts';
import { compareSnapshots, type SnapshotComparison } from './compare-snapshots.ts';
import { toMarkdown } from './to-markdown.ts';

/** A comparison with its picture, also as Mermaid and inside of Markdown for a pull request. */
export interface DrawnComparison {
  readonly comparison: SnapshotComparison;
  readonly picture: DiagramPicture;
  readonly mermaid: string;
  readonly markdown: string;
}

/** Compares two commits and draws the files that differ, and those at the ends of imports that differ. */
export function drawComparison(
  base: CodeMapSnapshot,
  head: CodeMapSnapshot,
  layoutType: LayoutType = 'hierarchical',
): DrawnComparison {
  const comparison = compareSnapshots(base, head);
  const { added, removed, changed, moved, addedEdges, removedEdges } = comparison;
  const movedTo = new Map(moved.map(({ from, to }) => [from, to]));
  const toHead = (path: string) => movedTo.get(path) ?? path;
  const edges = [
    ...addedEdges.map((edge) => ({ ...edge, change: 'added' as const })),
    ...removedEdges.map((edge) => ({
      ...edge,
      from: toHead(edge.from),
      to: toHead(edge.to),
      change: 'removed' as const,
    })),
  ];
  const changes = new Map<string, DiagramChange>([
    ...added.map((path) => [path, 'added'] as const),
    ...removed.map((path) => [path, 'removed'] as const),
    ...changed.map((path) => [path, 'changed'] as const),
    ...moved.map(({ to }) => [to, 'moved'] as const),
  ]);
  const wanted = new Set([...changes.keys(), ...edges.flatMap(({ from, to }) => [from, to])]);
  const inHead = new Set(head.files.map(({ path }) => path));
  const files = [...head.files, ...base.files.filter(({ path }) => !inHead.has(path))]
    .filter(({ path }) => wanted.has(path))
    .toSorted(comparePaths);
  const units = foldToUnits(files, { type: 'dependency_graph', weighting: 'file_count' });
  const unitOf = mapFiles(units, (unit) => toEntryId(head.label, unit));
  const nodes = units.map((unit) => {
    const { data, ...node } = toEntryNode(head.label, unit, { isFlat: true });
    const change = changeOf(unit, changes);
    return { ...node, data: { ...data, ...(change !== undefined && { change }) } };
  });
  const drawn = edges.map(({ from, to, evidence, change }): SketchEdge => {
    const [source = '', target = ''] = [unitOf.get(from), unitOf.get(to)];
    return { source, target, kind: 'import', count: 1, inferred: false, evidence: [evidence], label: change, change };
  });
  const merged = mergeEdges(drawn);
  const sketch = {
    ...merged,
    edges: merged.edges.map((edge) => ({ ...edge, label: toLabel(edge, drawn) })),
    nodes,
    files: files.length,
    notes: noteOn(files),
  };
  const picture = drawSketch(sketch, { snapshot: head, layoutType, isSimple: false });
  const mermaid = toMermaid(picture);
  return { comparison, picture, mermaid, markdown: toMarkdown(comparison, mermaid) };
}

/** The label of a folded edge, such as `3 added, 1 removed`. */
function toLabel({ source, target, count, change }: SketchEdge, drawn: readonly SketchEdge[]): string {
  if (count === 1) return change ?? '';
  const own = drawn.filter((edge) => edge.source === source && edge.target === target);
  const counts = (['added', 'removed'] as const).map((each) => [
    each,
    own.filter((edge) => edge.change === each).length,
  ]);
  return counts.flatMap(([each, number]) => (number === 0 ? [] : [`${number} ${each}`])).join(', ');
}

function noteOn(files: readonly CodeMapFile[]): readonly string[] {
  return files.length === 0 ? ['The two commits have the same files and imports.'] : [];
}

/** The change of a unit: that of all its files, or else `changed`; undefined if none of them changed. */
function changeOf(unit: FoldedEntry, changes: ReadonlyMap<string, DiagramChange>): DiagramChange | undefined {
  const found = new Set(unit.entries.flatMap(filesOf).map(({ path }) => changes.get(path)));
  const [only] = found;
  return found.size === 1 ? only : 'changed';
}
