import { compareNames } from './compare-names.ts';
import { byWeight, type FileTotals, sumTotals, type TreeEntry } from './folder-tree.ts';
import { foldersAbove } from './path-parts.ts';

/** A visible part of a folded tree. */
export interface FoldedEntry extends FileTotals {
  /** `more` stands for the children of a folder that are not shown by themselves. */
  readonly kind: 'folder' | 'file' | 'more';
  /** Of `more`: the path of its folder. */
  readonly path: string;
  readonly depth: number;
  /** The entries that it stands for: itself, or the children that `more` folds. */
  readonly entries: readonly TreeEntry[];
  /** True for a folder whose children are visible. */
  readonly isOpen: boolean;
  readonly parent: FoldedEntry | undefined;
  /** Of `more`: its last part of the id, which no child of the folder has. */
  readonly moreName?: string;
}

/** Options for {@link foldTree}. */
interface FoldOptions {
  /** The number of visible entries, at most. */
  readonly limit: number;
  /** Folders to unfold first, whatever the depth. */
  readonly expanded?: readonly string[] | undefined;
  readonly minDepth?: number | undefined;
  readonly maxDepth?: number | undefined;
}

/** Children that a folder shows, at most: by itself, and when a person unfolded it. */
const shownChildren = { alone: 40, expanded: 250 } as const;

/** Folds a tree to a number of visible entries, largest first. Parents come before their children. */
export function foldTree(
  root: TreeEntry,
  { limit, expanded = [], minDepth = 0, maxDepth = Number.POSITIVE_INFINITY }: FoldOptions,
): readonly FoldedEntry[] {
  const forced = new Set(expanded.flatMap((path) => [...foldersAbove(path), path]));
  const visible: FoldedEntry[] = [];
  const closed: FoldedEntry[] = [];
  let room = limit;

  const show = (entry: TreeEntry, parent: FoldedEntry | undefined): void => {
    room -= 1;
    const { files, size, recentChanges, weight, path, depth } = entry;
    const kind = entry.file ? 'file' : 'folder';
    const shown = {
      kind,
      path,
      depth,
      files,
      size,
      recentChanges,
      weight,
      entries: [entry],
      isOpen: false,
      parent,
    } as const;
    visible.push(shown);
    if (kind === 'folder') closed.push(shown);
  };

  const open = (folder: FoldedEntry, most: number): void => {
    const at = visible.indexOf(folder);
    const opened: FoldedEntry = { ...folder, isOpen: true };
    visible[at] = opened;
    const { children, hidden } = childrenFrom(folder, minDepth);
    const wanted = Math.min(most, room);
    const isAll = hidden.length === 0 && children.length <= wanted;
    const shown = isAll ? children : pickChildren(children, Math.max(0, wanted - 1), forced);
    for (const child of shown) show(child, opened);
    const rest = [...children.filter((child) => !shown.includes(child)), ...hidden];
    if (rest.length === 0) return;
    room -= 1;
    visible.push({
      kind: 'more',
      path: folder.path,
      depth: folder.depth + 1,
      ...sumTotals(rest),
      entries: rest,
      isOpen: false,
      parent: opened,
      moreName: nameMore(folder),
    });
  };

  show(root, undefined);
  while (room > 0) {
    const next = pickFolder(closed, { forced, maxDepth, room });
    if (!next) break;
    closed.splice(closed.indexOf(next), 1);
    open(next, forced.has(next.path) ? shownChildren.expanded : shownChildren.alone);
  }
  return toPreorder(visible);
}

function nameMore({ path, entries }: FoldedEntry): string {
  const taken = new Set(entries[0]?.children.map((child) => child.path));
  const prefix = path === '' ? '' : `${path}/`;
  let name = '+more';
  while (taken.has(`${prefix}${name}`)) name += '+';
  return name;
}

/** The children of a folder; below the top, what is above `minDepth` is hidden and its children take its place. */
function childrenFrom(
  { path, entries }: FoldedEntry,
  minDepth: number,
): { readonly children: readonly TreeEntry[]; readonly hidden: readonly TreeEntry[] } {
  const [folder] = entries;
  if (!folder || path !== '' || minDepth <= 1) return { children: folder?.children ?? [], hidden: [] };
  const children: TreeEntry[] = [];
  const hidden: TreeEntry[] = [];
  const open = [...folder.children];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth >= minDepth) children.push(next);
    else if (next.file) hidden.push(next);
    else open.push(...next.children);
  }
  return { children: children.sort(byWeight), hidden };
}

/** The largest children, and those that lead to an unfolded folder. */
function pickChildren(
  children: readonly TreeEntry[],
  count: number,
  forced: ReadonlySet<string>,
): readonly TreeEntry[] {
  const isForced = ({ path }: TreeEntry) => forced.has(path);
  return [...children.filter(isForced), ...children.filter((child) => !isForced(child))].slice(0, count);
}

/** The next folder to unfold: those that a person unfolded from the top down, then the largest that fits. */
function pickFolder(
  closed: readonly FoldedEntry[],
  {
    forced,
    maxDepth,
    room,
  }: { readonly forced: ReadonlySet<string>; readonly maxDepth: number; readonly room: number },
): FoldedEntry | undefined {
  const first = closed.find(({ path }) => forced.has(path));
  if (first) return first;
  const candidates = closed.filter(({ depth, entries }) => {
    const children = entries[0]?.children.length ?? 0;
    return depth < maxDepth && children > 0 && Math.min(children, shownChildren.alone) <= room;
  });
  return candidates.reduce<FoldedEntry | undefined>((best, each) => {
    if (!best) return each;
    const order = each.depth - best.depth;
    if (each.depth <= 1 || best.depth <= 1) return order < 0 ? each : best;
    return (best.weight - each.weight || compareNames(each.path, best.path)) < 0 ? each : best;
  }, undefined);
}

/** Sorts so that a parent comes right before its children, which keep their order. */
function toPreorder(visible: readonly FoldedEntry[]): readonly FoldedEntry[] {
  const children = new Map<string, FoldedEntry[]>();
  let root: FoldedEntry | undefined;
  for (const entry of visible) {
    if (entry.parent === undefined) root = entry;
    else children.set(entry.parent.path, [...(children.get(entry.parent.path) ?? []), entry]);
  }
  const ordered: FoldedEntry[] = [];
  const open = root ? [root] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    ordered.push(next);
    if (next.kind === 'folder') open.push(...(children.get(next.path) ?? []).toReversed());
  }
  return ordered;
}
