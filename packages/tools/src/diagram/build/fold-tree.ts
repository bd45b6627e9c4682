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
  /** The number of entries that are visible before a folder of `expanded` is unfolded. Default: `limit`. */
  readonly first?: number;
  /** Folds files with less than the share `1 / (4 * first)` of the whole weight, unless a person unfolded their folder. Default false. */
  readonly foldsSmall?: boolean;
  /** Folders that stay folded unless they are in `expanded`, or a folder inside of them is. */
  readonly closed?: ReadonlySet<string> | undefined;
  /** Folders to unfold first, whatever the depth. */
  readonly expanded?: readonly string[] | undefined;
  readonly minDepth?: number | undefined;
  readonly maxDepth?: number | undefined;
}

/** Children that a folder shows, at most: by itself, and when a person unfolded it. */
const shownChildren = { alone: 40, expanded: 250 } as const;

/**
 * Folds a tree to a number of visible entries, largest first. Parents come before their children. Unfolding a folder folds no other one,
 * as long as there is room.
 */
export function foldTree(root: TreeEntry, options: FoldOptions): readonly FoldedEntry[] {
  const { limit, first = limit, expanded = [], foldsSmall = false } = options;
  const leastWeight = foldsSmall ? root.weight / (4 * first) : 0;
  const alone = foldOnce(root, { ...options, limit: Math.min(first, limit), expanded: [], leastWeight });
  if (expanded.length === 0) return alone;
  const opened = new Set(alone.flatMap(({ isOpen, path }) => (isOpen ? [path] : [])));
  return foldOnce(root, { ...options, leastWeight, ...(first < limit && { opened }) });
}

interface FoldOnceOptions extends FoldOptions {
  readonly leastWeight: number;
  /** The only folders that are unfolded beside those of `expanded`. Default: as many as there is room for. */
  readonly opened?: ReadonlySet<string>;
}

function foldOnce(
  root: TreeEntry,
  {
    limit,
    expanded = [],
    minDepth = 0,
    maxDepth = Number.POSITIVE_INFINITY,
    leastWeight,
    opened,
    closed: kept,
  }: FoldOnceOptions,
): readonly FoldedEntry[] {
  const unfoldedPaths = new Set(expanded);
  const forced = new Set(expanded.flatMap((path) => [...foldersAbove(path), path]));
  const visible: FoldedEntry[] = [];
  const closed: FoldedEntry[] = [];
  let room = limit;
  const mayOpen = (path: string): boolean => opened?.has(path) !== false && kept?.has(path) !== true;
  const isLarge = ({ file, weight }: TreeEntry): boolean => file === undefined || weight >= leastWeight;

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

  const open = (folder: FoldedEntry): void => {
    // The folders above an unfolded one show it beside the children that they show anyway.
    const isForced = unfoldedPaths.has(folder.path);
    const most = isForced ? shownChildren.expanded : shownChildren.alone;
    const at = visible.indexOf(folder);
    const unfolded: FoldedEntry = { ...folder, isOpen: true };
    visible[at] = unfolded;
    const { children, hidden } = childrenFrom(folder, minDepth);
    const wanted = Math.min(most, room);
    const large = isForced ? children : children.filter(isLarge);
    const isAll = hidden.length === 0 && large.length === children.length && large.length <= wanted;
    const shown = isAll ? large : pickChildren(large, Math.max(0, wanted - 1), forced);
    for (const child of shown) show(child, unfolded);
    const rest = [...children.filter((child) => !shown.includes(child)), ...hidden];
    const [only, other] = rest;
    if (only === undefined) return;
    // One child takes no more room than the node for more of them.
    if (other === undefined && hidden.length === 0) return show(only, unfolded);
    room -= 1;
    visible.push({
      kind: 'more',
      path: folder.path,
      depth: folder.depth + 1,
      ...sumTotals(rest),
      entries: rest,
      isOpen: false,
      parent: unfolded,
      moreName: nameMore(folder),
    });
  };

  show(root, undefined);
  while (room > 0) {
    const next = pickFolder(closed, { forced, maxDepth, room, mayOpen, isLarge });
    if (!next) break;
    closed.splice(closed.indexOf(next), 1);
    open(next);
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
    mayOpen,
    isLarge,
  }: {
    readonly forced: ReadonlySet<string>;
    readonly maxDepth: number;
    readonly room: number;
    readonly mayOpen: (path: string) => boolean;
    readonly isLarge: (child: TreeEntry) => boolean;
  },
): FoldedEntry | undefined {
  const first = closed.find(({ path }) => forced.has(path));
  if (first) return first;
  const candidates = closed.filter(({ path, depth, entries }) => {
    if (!mayOpen(path)) return false;
    const children = entries[0]?.children.filter(isLarge).length ?? 0;
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
