import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { pathOf } from './file-change.ts';

interface FileNode {
  readonly kind: 'file';
  readonly name: string;
  readonly path: string;
  readonly file: FileSummary;
}
interface FolderNode {
  readonly kind: 'folder';
  readonly name: string;
  readonly path: string;
  readonly children: readonly TreeNode[];
}
export type TreeNode = FileNode | FolderNode;

/** A visible node of the tree, with its position for assistive technology. */
export interface TreeRow {
  readonly node: TreeNode;
  /** From 1. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
}

/** Arranges files by folder; folders come first, each level sorted by name. */
export function buildFileTree(files: readonly FileSummary[], prefix = ''): readonly TreeNode[] {
  const folders = new Map<string, FileSummary[]>();
  const nodes: FileNode[] = [];
  for (const file of files) {
    const path = pathOf(file);
    const [name = '', ...rest] = path.slice(prefix.length).split('/');
    if (rest.length === 0) nodes.push({ kind: 'file', name, path, file });
    else if (!folders.get(name)?.push(file)) folders.set(name, [file]);
  }
  const folderNodes = [...folders].map(([name, inside]): FolderNode => {
    const path = prefix + name;
    return { kind: 'folder', name, path, children: buildFileTree(inside, `${path}/`) };
  });
  return [...folderNodes.toSorted(byName), ...nodes.toSorted(byName)];
}

/** Returns the visible rows from top to bottom, without the children of collapsed folders. */
export function toRows(nodes: readonly TreeNode[], collapsed: ReadonlySet<string>, level = 1): readonly TreeRow[] {
  return nodes.flatMap((node, index) => {
    const row: TreeRow = { node, level, position: index + 1, siblings: nodes.length };
    const isOpen = node.kind === 'folder' && !collapsed.has(node.path);
    return isOpen ? [row, ...toRows(node.children, collapsed, level + 1)] : [row];
  });
}

/** Returns the files in tree order. */
export function filesInOrder(nodes: readonly TreeNode[]): readonly FileSummary[] {
  return nodes.flatMap((node) => (node.kind === 'file' ? [node.file] : filesInOrder(node.children)));
}

/** Returns the first matching node, from the top. */
export function findNode(nodes: readonly TreeNode[], fits: (node: TreeNode) => boolean): TreeNode | undefined {
  for (const node of nodes) {
    const found = fits(node) ? node : node.kind === 'folder' && findNode(node.children, fits);
    if (found) return found;
  }
  return undefined;
}

const collator = new Intl.Collator('en');

function byName(left: TreeNode, right: TreeNode): number {
  return collator.compare(left.name, right.name);
}
