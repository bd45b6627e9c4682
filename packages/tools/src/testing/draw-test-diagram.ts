import { type DiagramEdge, type DiagramNode, type LayoutType, toCodeNodeId } from '@shipmate/domain/code-map';
import type { DiagramPort, DrawRequest } from '../diagram/diagram-port.ts';

interface Entry {
  readonly path: string;
  readonly depth: number;
  readonly files: number;
  readonly size: number;
  readonly language: string | null;
  /** True for a folder that is shown closed. */
  readonly isFolded: boolean;
  readonly children: readonly Entry[];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const header = 28;
const gap = 8;

/** Draws diagrams in a fixed way: folders below `maxDepth` (2 by default) are folded unless the request expands them. */
export const testDiagrams: Pick<DiagramPort, 'draw'> = {
  draw: ({ snapshot, request }: DrawRequest) => {
    const { label, files, commit, treeId } = snapshot;
    const { filters = {}, expanded = [], type } = request;
    const { languages, pathPatterns, maxDepth = 2 } = filters;
    const kept = files.filter(
      ({ path, language }) =>
        (languages === undefined || languages.includes(language ?? '')) &&
        (pathPatterns === undefined || pathPatterns.some((pattern) => path.startsWith(pattern.replace(/\*.*$/u, '')))),
    );
    const layoutType: LayoutType = request.layoutType ?? (type === 'file_tree' ? 'treemap' : 'hierarchical');
    const isFolded = (path: string, depth: number): boolean => depth >= maxDepth && !expanded.includes(path);
    const top = toEntries(kept, { folder: '', depth: 1, isFolded });
    const nodes: DiagramNode[] = [];
    const toNode = (entry: Entry, box: Box, parent?: string): DiagramNode => {
      const isFolder = entry.files !== 1 || entry.children.length > 0 || entry.isFolded;
      const kind = isFolder ? 'folder' : 'file';
      const name = entry.path.slice(entry.path.lastIndexOf('/') + 1);
      return {
        id: toCodeNodeId(label, { path: entry.path }),
        type: kind,
        position: { x: box.x, y: box.y },
        width: box.width,
        height: box.height,
        ...(parent !== undefined && { parentId: parent, extent: 'parent' }),
        ariaLabel: `${name}, ${kind}, ${entry.files === 1 ? '1 file' : `${entry.files} files`}`,
        handles: [
          { type: 'target', position: 'left', x: 0, y: box.height / 2, width: 1, height: 1 },
          { type: 'source', position: 'right', x: box.width, y: box.height / 2, width: 1, height: 1 },
        ],
        data: {
          kind,
          label: name,
          path: entry.path,
          language: entry.language,
          files: entry.files,
          size: entry.size,
          recentChanges: 3,
          weight: entry.size,
          depth: entry.depth,
          canExpand: entry.isFolded,
          inferred: false,
          evidence: [{ path: entry.path, line: 1 }],
        },
      };
    };
    const nest = (entries: readonly Entry[], box: Box, parent?: string): void => {
      for (const [entry, place] of divide(entries, box)) {
        const node = toNode(entry, place, parent);
        nodes.push(node);
        const inner = { x: gap, y: header, width: place.width - 2 * gap, height: place.height - header - gap };
        if (entry.children.length > 0) nest(entry.children, inner, node.id);
      }
    };
    if (layoutType === 'treemap') nest(top, { x: 0, y: 0, width: 1_600, height: 1_000 });
    else {
      const rows = new Map<number, number>();
      for (const entry of top.flatMap(flatten)) {
        const row = rows.get(entry.depth) ?? 0;
        rows.set(entry.depth, row + 1);
        nodes.push(toNode(entry, { x: (entry.depth - 1) * 260, y: row * 56, width: 180, height: 40 }));
      }
    }
    const edges = layoutType === 'treemap' && type === 'file_tree' ? [] : toEdges(kept, nodes);
    const folded = nodes.reduce((total, { data }) => total + (data.canExpand ? data.files : 0), 0);
    return Promise.resolve({
      nodes,
      edges,
      commit,
      treeId,
      layoutType,
      stats: { files: kept.length, shown: nodes.length, folded, edges: edges.length, droppedEdges: 0 },
      notes: [],
    });
  },
};

function flatten(entry: Entry): readonly Entry[] {
  return [entry, ...entry.children.flatMap(flatten)];
}

type KeptFile = DrawRequest['snapshot']['files'][number];

interface EntryOptions {
  readonly folder: string;
  readonly depth: number;
  readonly isFolded: (path: string, depth: number) => boolean;
}

function toEntries(files: readonly KeptFile[], { folder, depth, isFolded }: EntryOptions): readonly Entry[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const groups = Map.groupBy(files, ({ path }) => path.slice(prefix.length).split('/')[0] ?? '');
  return [...groups].map(([name, own]): Entry => {
    const path = prefix + name;
    const size = own.reduce((total, file) => total + file.size, 0);
    const isFile = own.length === 1 && own[0]?.path === path;
    const folded = !isFile && isFolded(path, depth);
    const children = isFile || folded ? [] : toEntries(own, { folder: path, depth: depth + 1, isFolded });
    const language = own[0]?.language ?? null;
    return { path, depth, files: own.length, size, language, isFolded: folded, children };
  });
}

/** Divides a box among entries by their sizes, along its longer side. */
function divide(entries: readonly Entry[], box: Box): readonly (readonly [Entry, Box])[] {
  const [only] = entries;
  if (only === undefined) return [];
  if (entries.length === 1) return [[only, { ...box, width: box.width - gap, height: box.height - gap }]];
  const half = Math.ceil(entries.length / 2);
  const [one, other] = [entries.slice(0, half), entries.slice(half)];
  const sum = (part: readonly Entry[]): number => part.reduce((total, { size }) => total + size, 0);
  const share = sum(one) / (sum(one) + sum(other));
  if (box.width >= box.height) {
    const width = box.width * share;
    return [
      ...divide(one, { ...box, width }),
      ...divide(other, { ...box, x: box.x + width, width: box.width - width }),
    ];
  }
  const height = box.height * share;
  return [
    ...divide(one, { ...box, height }),
    ...divide(other, { ...box, y: box.y + height, height: box.height - height }),
  ];
}

function toEdges(files: readonly KeptFile[], nodes: readonly DiagramNode[]): readonly DiagramEdge[] {
  const byPath = new Map(nodes.map((node) => [node.data.path, node]));
  const findShown = (path: string): DiagramNode | undefined => {
    for (let part = path; part !== ''; part = part.slice(0, Math.max(part.lastIndexOf('/'), 0))) {
      const node = byPath.get(part);
      if (node) return node;
    }
    return undefined;
  };
  const edges = new Map<string, DiagramEdge>();
  for (const { path, imports } of files) {
    for (const { path: target, line } of imports) {
      const [from, to] = [findShown(path), target === null ? undefined : findShown(target)];
      if (!from || !to || from === to) continue;
      const id = `${from.id} ${to.id}`;
      const known = edges.get(id);
      const evidence = [...(known?.data.evidence ?? []), { path, line }].slice(0, 5);
      const count = (known?.data.count ?? 0) + 1;
      const ariaLabel = `${from.data.label} imports ${to.data.label}`;
      const data = { kind: 'import', count, inferred: false, evidence } as const;
      edges.set(id, { id, source: from.id, target: to.id, ariaLabel, data });
    }
  }
  return [...edges.values()];
}
