import type { CodeMapFile, CodeMapSnapshot, DiagramRequest } from '@shipmate/domain/code-map';
import { buildFolderTree, filesOf, toWeightOf } from './folder-tree.ts';
import { type FoldedEntry, foldTree } from './fold-tree.ts';
import { listImportLinks } from './import-links.ts';
import { mergeEdges, type Sketch, type SketchEdge, sketchLimits } from './sketch.ts';
import { toEntryId, toEntryNode } from './to-node.ts';

/** Sketches files and folders with the imports between them, folded to a number that a person can read. */
export function sketchDependencies(
  { label }: CodeMapSnapshot,
  request: DiagramRequest,
  selected: readonly CodeMapFile[],
): Sketch {
  const links = listImportLinks(selected);
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const files = selected.filter(({ path }) => linked.has(path));
  const units = foldToUnits(files, { ...request, weighting: request.weighting ?? 'file_count' });
  const unitOf = mapFiles(units, (unit) => toEntryId(label, unit));
  const edges = links.map(({ from, to, count, evidence }): SketchEdge => {
    const [source = '', target = ''] = [unitOf.get(from), unitOf.get(to)];
    return { source, target, kind: 'import', count, inferred: false, evidence: [evidence] };
  });
  const without = selected.length - files.length;
  return {
    ...mergeEdges(edges, request.edgeLimit),
    nodes: units.map((unit) => toEntryNode(label, unit, { isFlat: true })),
    files: files.length,
    notes:
      without === 0 ? [] : [`${without} of ${selected.length} files are not drawn: no import leads from or to them.`],
  };
}

/** Folds files to units: files and folders side by side, each file in one of them. Folders of `closed` are unfolded by a person only. */
export function foldToUnits(
  files: readonly CodeMapFile[],
  request: DiagramRequest,
  closed?: ReadonlySet<string>,
): readonly FoldedEntry[] {
  const { expanded = [], filters: { minDepth, maxDepth } = {} } = request;
  const folded = foldTree(buildFolderTree(files, toWeightOf(request)), {
    limit: sketchLimits.expandedUnits,
    first: sketchLimits.units,
    foldsSmall: true,
    closed,
    expanded,
    minDepth,
    maxDepth,
  });
  return folded.filter(({ isOpen, files: count }) => !isOpen && count > 0);
}

/** Maps the path of each file to a value of its unit. */
export function mapFiles<Value>(
  units: readonly FoldedEntry[],
  toValue: (unit: FoldedEntry) => Value,
): ReadonlyMap<string, Value> {
  return new Map(
    units.flatMap((unit) => {
      const value = toValue(unit);
      return unit.entries.flatMap(filesOf).map(({ path }) => [path, value] as const);
    }),
  );
}
