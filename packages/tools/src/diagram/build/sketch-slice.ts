import {
  type CodeFactKind,
  type CodeMapFile,
  type CodeMapSnapshot,
  type DiagramRequest,
  toCodeNodeId,
} from '@shipmate/domain/code-map';
import { findGroups, type GroupOf } from './code-groups.ts';
import { compareNames } from './compare-names.ts';
import { sketchFacts } from './fact-nodes.ts';
import { findPlace, type FoundPlace, type SymbolsOf, toSymbolName } from './find-place.ts';
import type { FoldedEntry } from './fold-tree.ts';
import { sumTotals } from './folder-tree.ts';
import { findNeighbours, indexLinks, listImportLinks } from './import-links.ts';
import { folderOf } from './path-parts.ts';
import { foldToUnits, mapFiles } from './sketch-dependencies.ts';
import { mergeEdges, type Sketch, type SketchEdge, type SketchNode } from './sketch.ts';
import { toEntryId, toEntryNode, toNamedNode } from './to-node.ts';

const maxExternals = 12;
const maxFacts = 24;
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
  const { files, centre } = selectAround(place, selected, links);
  const around = new Set(files.map(({ path }) => path));

  const expanded = [
    ...(place ? [place.kind === 'folder' ? place.path : folderOf(place.path)] : []),
    ...(request.expanded ?? []),
  ];
  const units = foldToUnits(files, { ...request, expanded, weighting: request.weighting ?? 'file_count' });
  const unitOf = mapFiles(units, (unit) => toEntryId(label, unit));
  const groups = groupUnits(units, findGroups(snapshot.files));
  const groupIdOf = new Map(
    groups.flatMap(([path, members]) => members.map((unit) => [unit, toCodeNodeId(label, { path })] as const)),
  );

  const imports = links
    .filter(({ from, to }) => around.has(from) && around.has(to))
    .map(({ from, to, count, evidence }): SketchEdge => {
      const [source = '', target = ''] = [unitOf.get(from), unitOf.get(to)];
      return { source, target, kind: 'import', count, inferred: false, evidence: [evidence] };
    });
  const facts = sketchFacts(centre, { label, kinds: factKinds, limit: maxFacts, toNodeId: (path) => unitOf.get(path) });
  const externals = sketchExternals(snapshot, centre, (path) => unitOf.get(path));
  const symbol = place?.kind === 'symbol' ? sketchSymbol(snapshot, place, unitOf.get(place.path)) : undefined;
  const leftOut = externals.leftOut + facts.leftOut;
  return {
    ...mergeEdges([...imports, ...facts.edges, ...externals.edges, ...(symbol?.edges ?? [])]),
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
    notes:
      leftOut === 0 ? [] : [`${leftOut} packages and facts are not drawn. Narrow the slice with "from" to see them.`],
  };
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

/** The files of a slice, and those at its centre. */
function selectAround(
  place: FoundPlace | undefined,
  selected: readonly CodeMapFile[],
  links: ReturnType<typeof listImportLinks>,
): { readonly files: readonly CodeMapFile[]; readonly centre: readonly CodeMapFile[] } {
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  if (!place) {
    const files = selected.filter(
      ({ path, facts, imports }) => linked.has(path) || facts.length > 0 || imports.length > 0,
    );
    return { files, centre: files };
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

function sketchExternals(
  { label }: CodeMapSnapshot,
  files: readonly CodeMapFile[],
  toNodeId: (path: string) => string | undefined,
): { readonly nodes: readonly SketchNode[]; readonly edges: readonly SketchEdge[]; readonly leftOut: number } {
  const uses = files.flatMap(({ path, imports }) =>
    imports.flatMap(({ external, line }) => (external === null ? [] : [{ external, path, line }])),
  );
  const all = [...Map.groupBy(uses, ({ external }) => external)].toSorted(
    (one, other) => other[1].length - one[1].length || compareNames(one[0], other[0]),
  );
  const shown = all.slice(0, maxExternals);
  const nodes = shown.map(([name, found]) =>
    toNamedNode(label, {
      name: `package:${name}`,
      kind: 'external',
      label: name,
      weight: found.length,
      evidence: found.slice(0, 5).map(({ path, line }) => ({ path, line })),
    }),
  );
  const edges = shown.flatMap(([name, found]) =>
    found.flatMap(({ path, line }): readonly SketchEdge[] => {
      const source = toNodeId(path);
      const target = `${label.owner}/${label.repo}!package:${name}`;
      return source === undefined
        ? []
        : [{ source, target, kind: 'import', count: 1, inferred: false, evidence: [{ path, line }] }];
    }),
  );
  return { nodes, edges, leftOut: all.length - shown.length };
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
