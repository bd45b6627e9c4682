import { AppError } from '@shipmate/core';
import {
  type CodeMapFile,
  type CodeMapSnapshot,
  type CustomEdge,
  type CustomNode,
  type DiagramRequest,
  toCodeNodeId,
} from '@shipmate/domain/code-map';
import { findPlace, type FoundPlace, type SymbolsOf, toSymbolName } from './find-place.ts';
import { sumTotals, toWeightOf } from './folder-tree.ts';
import { type ImportLink, listImportLinks } from './import-links.ts';
import { depthOf, isInFolder } from './path-parts.ts';
import { mergeEdges, type Sketch, type SketchEdge, type SketchNode, sketchLimits } from './sketch.ts';
import { toNamedNode } from './to-node.ts';

interface PlacedNode {
  readonly given: CustomNode;
  readonly place: FoundPlace;
  readonly node: SketchNode;
}

/** Sketches the given nodes and edges. Edges that no import shows are marked as inferred. */
export function sketchCustom(
  known: { readonly snapshot: CodeMapSnapshot; readonly symbols: SymbolsOf },
  request: DiagramRequest,
): Sketch {
  const { label, files } = known.snapshot;
  const edges = request.edges ?? [];
  const given: readonly CustomNode[] =
    request.nodes ?? [...new Set(edges.flatMap(({ from, to }) => [from, to]))].map((path) => ({ path }));
  if (given.length === 0) throw refuse('nodes', 'A custom diagram needs "nodes" or "edges" with paths.');
  const groups = [...new Set(given.flatMap(({ group }) => group ?? []))];
  if (given.length + groups.length > sketchLimits.nodes) {
    throw refuse('nodes', `A custom diagram has at most ${sketchLimits.nodes} nodes and groups.`);
  }
  const placed = uniqueById(given.map((node) => placeNode(known, request, node)));
  const byPath = new Map(placed.map((each) => [each.given.path, each]));
  const links = listImportLinks(files);
  return {
    ...mergeEdges(
      edges.map((edge) => toCustomEdge(edge, byPath, links)),
      request.edgeLimit,
    ),
    nodes: [
      ...groups.map((name) =>
        toNamedNode(label, { name: `group:${name}`, kind: 'group', label: name, inferred: true }),
      ),
      ...placed.map(({ node }) => node),
    ],
    files: new Set(placed.flatMap(({ place }) => filesOfPlace(place).map(({ path }) => path))).size,
    notes: [],
  };
}

function uniqueById(placed: readonly PlacedNode[]): readonly PlacedNode[] {
  const ids = new Set<string>();
  for (const { node, given } of placed) {
    if (ids.has(node.id)) throw refuse('nodes', `"nodes" names "${given.path}" twice.`);
    ids.add(node.id);
  }
  return placed;
}

function placeNode(
  known: { readonly snapshot: CodeMapSnapshot; readonly symbols: SymbolsOf },
  request: DiagramRequest,
  given: CustomNode,
): PlacedNode {
  const { label } = known.snapshot;
  const place = findPlace(known, given.path, 'nodes');
  const files = filesOfPlace(place);
  const weightOf = toWeightOf({ ...request, weighting: request.weighting ?? 'file_count' });
  const totals = sumTotals(
    files.map((file) => ({ files: 1, size: file.size, recentChanges: file.recentChanges, weight: weightOf(file) })),
  );
  const lines =
    place.kind === 'symbol' ? { startLine: place.symbol.startLine, endLine: place.symbol.endLine } : undefined;
  const name = place.kind === 'symbol' ? toSymbolName(place.symbol) : place.path === '' ? label.repo : place.path;
  const node: SketchNode = {
    id: toCodeNodeId(label, { path: place.path, lines }),
    ...(given.group !== undefined && { parentId: `${label.owner}/${label.repo}!group:${given.group}` }),
    data: {
      ...totals,
      kind: place.kind,
      label: given.label ?? name,
      path: place.path,
      language: place.kind === 'folder' ? null : place.file.language,
      depth: depthOf(place.path),
      canExpand: false,
      ...lines,
      inferred: false,
      evidence: lines ? [{ path: place.path, line: lines.startLine }] : [],
    },
  };
  return { given, place, node };
}

function filesOfPlace(place: FoundPlace): readonly CodeMapFile[] {
  return place.kind === 'folder' ? place.files : [place.file];
}

function toCustomEdge(
  { from, to, label }: CustomEdge,
  byPath: ReadonlyMap<string, PlacedNode>,
  links: readonly ImportLink[],
): SketchEdge {
  const [source, target] = [from, to].map((path) => {
    const end = byPath.get(path);
    if (end) return end;
    throw refuse('edges', `"edges" names "${path}", which is none of "nodes". Add it there.`);
  });
  if (!source || !target) throw refuse('edges', 'An edge has two ends.');
  const found = links.filter(
    (link) => isInFolder(link.from, source.place.path) && isInFolder(link.to, target.place.path),
  );
  return {
    source: source.node.id,
    target: target.node.id,
    ...(label !== undefined && { label }),
    kind: found.length > 0 ? 'import' : 'custom',
    count: Math.max(
      1,
      found.reduce((sum, { count }) => sum + count, 0),
    ),
    inferred: found.length === 0,
    evidence: found.slice(0, sketchLimits.evidence).map(({ evidence }) => evidence),
  };
}

function refuse(field: string, message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field } });
}
