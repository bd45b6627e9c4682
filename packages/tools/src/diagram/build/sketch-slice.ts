import {
  type CodeFactKind,
  type CodeMapFile,
  type CodeMapSnapshot,
  type DiagramRequest,
  toCodeNodeId,
} from '@shipmate/domain/code-map';
import { findGroups, findPackages, type GroupOf } from './code-groups.ts';
import { compareNames } from './compare-names.ts';
import { sketchFacts } from './fact-nodes.ts';
import { foldFacts } from './fold-facts.ts';
import { findPlace, type FoundPlace, type SymbolsOf, toSymbolName } from './find-place.ts';
import type { FoldedEntry } from './fold-tree.ts';
import { sumTotals } from './folder-tree.ts';
import { findNeighbours, indexLinks, listImportLinks } from './import-links.ts';
import { folderOf, foldersAbove, isTestPath } from './path-parts.ts';
import { foldToUnits, mapFiles } from './sketch-dependencies.ts';
import { sketchExternals } from './sketch-externals.ts';
import { mergeEdges, type Sketch, type SketchEdge, sketchLimits, type SketchNode } from './sketch.ts';
import { toEntryId, toEntryNode } from './to-node.ts';

/** Edges of a slice that are drawn unless more are asked for, beside one for each node that a person unfolded: their counts can be read. */
const shownEdges = 60;
const factKinds: readonly CodeFactKind[] = [
  'entry_point',
  'chart',
  'container_image',
  'kubernetes_object',
  'queue_consumer',
  'queue_producer',
  'table_write',
  'table_read',
  'http_client',
  'route',
];

/** Sketches the packages and folders around a place, or of the whole repository, with packages outside of it and facts. */
export function sketchSlice(
  { snapshot, symbols }: { readonly snapshot: CodeMapSnapshot; readonly symbols: SymbolsOf },
  request: DiagramRequest,
  selected: readonly CodeMapFile[],
): Sketch {
  const { label } = snapshot;
  const place = request.from === undefined ? undefined : findPlace({ snapshot, symbols }, request.from, 'from');
  const links = listImportLinks(selected);
  const { files, centre, tests } = selectAround(place, { selected, links, request });
  const around = new Set(files.map(({ path }) => path));

  const expanded = [
    ...(place ? [place.kind === 'folder' ? place.path : folderOf(place.path)] : []),
    ...(request.expanded ?? []),
  ];
  const groupOf = findGroups(snapshot.files);
  const folding = { ...request, expanded, weighting: request.weighting ?? 'file_count' };
  const units = foldToUnits(
    files,
    folding,
    findClosedGroups(files, { groupOf, packages: findPackages(snapshot.files) }),
  );
  const unitOf = mapFiles(units, (unit) => toEntryId(label, unit));
  const groups = groupUnits(units, groupOf);
  const groupIdOf = new Map(
    groups.flatMap(([path, members]) => members.map((unit) => [unit, toCodeNodeId(label, { path })] as const)),
  );

  const imports = links
    .filter(({ from, to }) => around.has(from) && around.has(to))
    .map(({ from, to, count, evidence }): SketchEdge => {
      const [source = '', target = ''] = [unitOf.get(from), unitOf.get(to)];
      return { source, target, kind: 'import', count, inferred: false, evidence: [evidence] };
    });
  const toNodeId = (path: string) => unitOf.get(path);
  const facts = foldFacts(sketchFacts(centre, { label, kinds: factKinds, toNodeId }), { label, expanded });
  const externals = sketchExternals(centre, { label, toNodeId });
  const symbol = place?.kind === 'symbol' ? sketchSymbol(snapshot, place, unitOf.get(place.path)) : undefined;
  const leftOut = externals.leftOut + facts.leftOut;
  return {
    ...mergeEdges(
      [...imports, ...facts.edges, ...externals.edges, ...(symbol?.edges ?? [])],
      request.edgeLimit ?? Math.min(sketchLimits.edges, shownEdges + countUnfolded(request, { units, facts })),
    ),
    nodes: [
      ...groups.map(([path, members]) => toGroupNode(label, path, members)),
      ...units.map((unit) => {
        const node = toEntryNode(label, unit, { isFlat: true });
        return { ...node, parentId: groupIdOf.get(unit) };
      }),
      ...(symbol?.nodes ?? []),
      ...facts.nodes,
      ...externals.nodes,
    ],
    files: files.length,
    notes: [
      ...(tests === 0 ? [] : [`${tests} test files are not drawn. Select paths to see them.`]),
      ...(leftOut === 0
        ? []
        : [`${leftOut} packages and facts are not drawn. Narrow the slice with "from" to see them.`]),
    ],
  };
}

/** The nodes inside of what a person unfolded. */
function countUnfolded(
  { expanded = [] }: DiagramRequest,
  { units, facts }: { readonly units: readonly FoldedEntry[]; readonly facts: Pick<Sketch, 'nodes'> },
): number {
  const unfolded = new Set(expanded);
  const inside = units.filter(({ path, kind }) =>
    (kind === 'more' ? [...foldersAbove(path), path] : foldersAbove(path)).some((folder) => unfolded.has(folder)),
  );
  return inside.length + facts.nodes.filter(({ parentId }) => parentId !== undefined).length;
}

/** A repository of fewer packages begins with the folders inside of them. */
const manyPackages = 8;

/** Returns the groups that begin folded: all in a repository of many packages, but the one that has most of the files. */
function findClosedGroups(
  files: readonly CodeMapFile[],
  { groupOf, packages }: { readonly groupOf: GroupOf; readonly packages: ReadonlySet<string> },
): ReadonlySet<string> | undefined {
  if (files.length <= sketchLimits.units) return undefined;
  const groups = [...Map.groupBy(files, ({ path }) => groupOf(path))];
  if (groups.filter(([group]) => group !== undefined && packages.has(group)).length < manyPackages) return undefined;
  return new Set(
    groups.flatMap(([group, members]) => (group === undefined || members.length > files.length / 2 ? [] : [group])),
  );
}

/** The units of each package; a folder that is folded as a whole is no group. */
function groupUnits(
  units: readonly FoldedEntry[],
  groupOf: GroupOf,
): readonly (readonly [group: string, units: readonly FoldedEntry[]])[] {
  return [...Map.groupBy(units, ({ path, kind }) => groupOf(kind === 'file' || path === '' ? path : `${path}/`) ?? '')]
    .filter(([group, members]) => group !== '' && !members.some(({ path, kind }) => path === group && kind !== 'more'))
    .toSorted((one, other) => compareNames(one[0], other[0]));
}

/** Files from which a slice is selected. */
interface SliceSources {
  /** The files that the filters select. */
  readonly selected: readonly CodeMapFile[];
  readonly links: ReturnType<typeof listImportLinks>;
  readonly request: DiagramRequest;
}

/** The files of a slice. */
interface SliceFiles {
  readonly files: readonly CodeMapFile[];
  /** The files whose packages and facts are drawn. */
  readonly centre: readonly CodeMapFile[];
  /** The number of test files that are left out. */
  readonly tests: number;
}

/** Selects the files around a place, or those of the whole repository that have imports or facts; its tests only by patterns. */
function selectAround(place: FoundPlace | undefined, { selected, links, request }: SliceSources): SliceFiles {
  if (!place) {
    const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
    const all = selected.filter(
      ({ path, facts, imports }) => linked.has(path) || facts.length > 0 || imports.length > 0,
    );
    const sources = request.filters?.pathPatterns?.length ? all : all.filter(({ path }) => !isTestPath(path));
    const files = sources.length === 0 ? all : sources;
    return { files, centre: files, tests: all.length - files.length };
  }
  const start = place.kind === 'folder' ? place.files.map(({ path }) => path) : [place.path];
  const hops = place.kind === 'folder' ? 1 : 2;
  const near = new Set(findNeighbours(indexLinks(links), start, { hops, limit: start.length + 300 }));
  const inside = new Set(start);
  const centre = place.kind === 'folder' ? place.files : [place.file];
  const chosen = new Set(selected);
  return {
    files: [...new Set([...selected.filter(({ path }) => near.has(path)), ...centre])].toSorted((one, other) =>
      compareNames(one.path, other.path),
    ),
    centre: centre.filter((file) => inside.has(file.path) || chosen.has(file)),
    tests: 0,
  };
}

function toGroupNode(
  label: CodeMapSnapshot['label'],
  path: string,
  members: Parameters<typeof sumTotals>[0],
): SketchNode {
  return {
    id: toCodeNodeId(label, { path }),
    data: {
      ...sumTotals(members),
      kind: 'folder',
      label: path,
      path,
      language: null,
      depth: path.split('/').length,
      canExpand: false,
      inferred: false,
      evidence: [],
    },
  };
}

function sketchSymbol(
  { label }: CodeMapSnapshot,
  { path, file, symbol }: Extract<FoundPlace, { kind: 'symbol' }>,
  unitId: string | undefined,
): Pick<Sketch, 'nodes' | 'edges'> {
  const { startLine, endLine } = symbol;
  const id = toCodeNodeId(label, { path, lines: { startLine, endLine } });
  const evidence = [{ path, line: startLine }];
  const data = {
    kind: 'symbol',
    label: toSymbolName(symbol),
    path,
    language: file.language,
    files: 0,
    size: 0,
    recentChanges: 0,
    weight: 1,
    depth: path.split('/').length + 1,
    canExpand: false,
    startLine,
    endLine,
    inferred: false,
    evidence,
  } as const;
  return {
    nodes: [{ id, data }],
    edges:
      unitId === undefined
        ? []
        : [{ source: unitId, target: id, kind: 'contains', count: 1, inferred: false, evidence, label: 'declares' }],
  };
}
