import type { CodeMapFile, DiagramRequest } from '@shipmate/domain/code-map';
import { compareNames } from './compare-names.ts';
import { foldersAbove } from './path-parts.ts';

/** Figures of a set of files. */
export interface FileTotals {
  readonly files: number;
  /** In bytes. */
  readonly size: number;
  readonly recentChanges: number;
  readonly weight: number;
}

/** A file or folder of a tree. */
export interface TreeEntry extends FileTotals {
  readonly path: string;
  readonly depth: number;
  /** Undefined for a folder. */
  readonly file: CodeMapFile | undefined;
  /** By weight, largest first, then by path. Empty for a file. */
  readonly children: readonly TreeEntry[];
}

interface OpenFolder {
  readonly path: string;
  readonly children: TreeEntry[];
}

/** The weight of a file in a diagram. */
type WeightOf = (file: CodeMapFile) => number;

/** Returns the weight that a request gives to files. Weights by path apply to a file, or to all files of a folder in equal parts. */
export function toWeightOf({ weighting = 'size', weights = {} }: DiagramRequest): WeightOf {
  if (weighting === 'size') return ({ size }) => size;
  if (weighting === 'file_count') return () => 1;
  if (weighting === 'recent_changes') return ({ recentChanges }) => recentChanges;
  const given = new Map(Object.entries(weights).map(([path, weight]) => [path.replace(/\/+$/u, ''), weight]));
  return ({ path }) => {
    const own = given.get(path);
    if (own !== undefined) return Math.max(0, own);
    const folder = foldersAbove(path).findLast((each) => given.has(each));
    return folder === undefined ? 0 : Math.max(0, given.get(folder) ?? 0);
  };
}

/** Builds the tree of files that are sorted by path; its root is the top of the repository. */
export function buildFolderTree(files: readonly CodeMapFile[], weightOf: WeightOf): TreeEntry {
  const folders = new Map<string, OpenFolder>([['', { path: '', children: [] }]]);
  const parents = new Map<string, string>();
  for (const file of files) {
    const above = foldersAbove(file.path);
    for (const [index, path] of above.entries()) {
      if (folders.has(path)) continue;
      folders.set(path, { path, children: [] });
      parents.set(path, above[index - 1] ?? '');
    }
    folders.get(above.at(-1) ?? '')?.children.push({
      path: file.path,
      depth: above.length,
      file,
      files: 1,
      size: file.size,
      recentChanges: file.recentChanges,
      weight: weightOf(file),
      children: [],
    });
  }
  // A folder is created after the folders that contain it, so the reverse order closes the deepest first.
  let root: TreeEntry | undefined;
  for (const folder of [...folders.values()].reverse()) {
    const entry = closeFolder(folder);
    const parent = parents.get(folder.path);
    if (parent === undefined) root = entry;
    else folders.get(parent)?.children.push(entry);
  }
  return root ?? closeFolder({ path: '', children: [] });
}

function closeFolder({ path, children }: OpenFolder): TreeEntry {
  const sorted = children.toSorted(byWeight);
  return {
    path,
    depth: path === '' ? 0 : foldersAbove(path).length,
    file: undefined,
    ...sumTotals(sorted),
    children: sorted,
  };
}

/** Orders by weight, largest first, then by path. */
export function byWeight(one: TreeEntry, other: TreeEntry): number {
  return other.weight - one.weight || other.files - one.files || compareNames(one.path, other.path);
}

/** Adds figures up. */
export function sumTotals(parts: readonly FileTotals[]): FileTotals {
  let [files, size, recentChanges, weight] = [0, 0, 0, 0];
  for (const part of parts) {
    files += part.files;
    size += part.size;
    recentChanges += part.recentChanges;
    weight += part.weight;
  }
  return { files, size, recentChanges, weight };
}

/** Returns the files of an entry, in its order. */
export function filesOf(entry: TreeEntry): readonly CodeMapFile[] {
  const found: CodeMapFile[] = [];
  const open = [entry];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.file) found.push(next.file);
    open.push(...next.children);
  }
  return found;
}
