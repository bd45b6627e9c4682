import {
  type CodeFactKind,
  type CodeMapFile,
  type CodeMapSnapshot,
  type DiagramRequest,
  toCodeNodeId,
} from '@shipmate/domain/code-map';
import { comparePaths } from './compare-names.ts';
import { sketchFacts } from './fact-nodes.ts';
import { findPlace, type SymbolsOf } from './find-place.ts';
import { toWeightOf } from './folder-tree.ts';
import { indexLinks, listImportLinks, type LinkIndex } from './import-links.ts';
import { mergeEdges, type Sketch, type SketchEdge } from './sketch.ts';
import { toFileNode } from './to-node.ts';

const sources: readonly CodeFactKind[] = ['route', 'queue_consumer'];
const sinks: readonly CodeFactKind[] = ['table_write', 'table_read', 'queue_producer', 'http_client'];
const limits = { starts: 200, hops: 6, reached: 5_000, files: 120, facts: 160 } as const;

/** Sketches the way of data: from routes and queues through the files that they reach by imports to tables, queues and HTTP services. */
export function sketchDataFlow(
  { snapshot, symbols }: { readonly snapshot: CodeMapSnapshot; readonly symbols: SymbolsOf },
  request: DiagramRequest,
  selected: readonly CodeMapFile[],
): Sketch {
  const { label } = snapshot;
  const byPath = new Map(selected.map((file) => [file.path, file]));
  const starts = findStarts({ snapshot, symbols }, request, selected).filter(({ path }) => byPath.has(path));
  const links = listImportLinks(selected);
  const isSink = (path: string) => byPath.get(path)?.facts.some(({ kind }) => sinks.includes(kind)) ?? false;
  const paths = findFlowFiles(
    indexLinks(links),
    starts.slice(0, limits.starts).map(({ path }) => path),
    isSink,
  );
  const files = paths.flatMap((path) => byPath.get(path) ?? []).toSorted(comparePaths);
  const shown = new Set(paths);
  const weightOf = toWeightOf({ ...request, weighting: request.weighting ?? 'file_count' });
  const toNodeId = (path: string) => (shown.has(path) ? toCodeNodeId(label, { path }) : undefined);
  const kinds = [...sources, 'entry_point', ...sinks] as const;
  const facts = sketchFacts(files, { label, kinds, limit: limits.facts, toNodeId });
  const imports = links.flatMap(({ from, to, count, evidence }): readonly SketchEdge[] => {
    const [source, target] = [toNodeId(from), toNodeId(to)];
    if (source === undefined || target === undefined) return [];
    return [{ source, target, kind: 'import', count, inferred: false, evidence: [evidence] }];
  });
  return {
    ...mergeEdges([...facts.edges, ...imports], request.edgeLimit),
    nodes: [...files.map((file) => toFileNode(label, file, { weight: weightOf(file) })), ...facts.nodes],
    files: files.length,
    notes: noteOn({ starts: starts.length, facts: facts.nodes.length, leftOut: facts.leftOut, files: files.length }),
  };
}

function noteOn(counts: {
  readonly starts: number;
  readonly facts: number;
  readonly leftOut: number;
  readonly files: number;
}): readonly string[] {
  return [
    ...(counts.facts === 0
      ? ['No routes, queues, tables or HTTP requests were recognized in the selected files.']
      : []),
    ...(counts.starts > limits.starts
      ? [`Only the first ${limits.starts} of ${counts.starts} entries are drawn.`]
      : []),
    ...(counts.leftOut > 0 ? [`${counts.leftOut} routes, queues, tables and requests are not drawn.`] : []),
    ...(counts.files >= limits.files ? [`Only ${limits.files} files are drawn. Name an entry with "from".`] : []),
  ];
}

/** The files in which data enters: the named place, or files with routes and queues, or else entry points, or else any with a sink. */
function findStarts(
  known: { readonly snapshot: CodeMapSnapshot; readonly symbols: SymbolsOf },
  { from }: DiagramRequest,
  selected: readonly CodeMapFile[],
): readonly CodeMapFile[] {
  const having = (files: readonly CodeMapFile[], kinds: readonly CodeFactKind[]) =>
    files.filter(({ facts }) => facts.some(({ kind }) => kinds.includes(kind)));
  if (from !== undefined) {
    const place = findPlace(known, from, 'from');
    if (place.kind !== 'folder') return [place.file];
    const entries = having(place.files, sources);
    return entries.length > 0 ? entries : place.files;
  }
  for (const kinds of [sources, ['entry_point'], sinks] as const) {
    const found = having(selected, kinds);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the starts and the files on the shortest import paths from them to files with a sink. */
function findFlowFiles(
  { imports }: LinkIndex,
  starts: readonly string[],
  isSink: (path: string) => boolean,
): readonly string[] {
  const kept = new Set(starts.slice(0, limits.files));
  for (const start of starts) {
    const reachedFrom = new Map<string, string | undefined>([[start, undefined]]);
    let ring = [start];
    for (let hop = 0; hop < limits.hops && ring.length > 0 && reachedFrom.size < limits.reached; hop += 1) {
      const next: string[] = [];
      for (const from of ring) {
        for (const { to } of imports.get(from) ?? []) {
          if (reachedFrom.has(to)) continue;
          reachedFrom.set(to, from);
          next.push(to);
          if (isSink(to)) keepPath(kept, reachedFrom, to);
        }
      }
      ring = next;
    }
  }
  return [...kept];
}

/** Keeps the files from a start to a sink, all of them or none. */
function keepPath(kept: Set<string>, reachedFrom: ReadonlyMap<string, string | undefined>, sink: string): void {
  const path: string[] = [];
  for (let at: string | undefined = sink; at !== undefined; at = reachedFrom.get(at)) path.push(at);
  const added = path.filter((each) => !kept.has(each));
  if (kept.size + added.length > limits.files) return;
  for (const each of added) kept.add(each);
}
