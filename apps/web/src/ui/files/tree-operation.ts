import type { DeleteFilesRequest, FileView, RenameFilesRequest } from '@shipmate/protocol';
import { filesInOrder, type TreeNode } from '../workspace/build-file-tree.ts';
import { pathOf } from '../workspace/file-change.ts';

/** What a person asked to be done in the tree. */
export type TreeOperation =
  /** A new file; in `folder`, `''` at the top, unless the person says otherwise. */
  | { readonly kind: 'create'; readonly folder: string }
  | { readonly kind: 'rename'; readonly node: TreeNode }
  | { readonly kind: 'delete'; readonly node: TreeNode }
  /** Undoes what is pending. */
  | { readonly kind: 'reject'; readonly node: TreeNode };

/** Something that can be done with a row of the tree. */
export interface TreeAction {
  readonly label: string;
  /** The key that does it too. */
  readonly hint?: string;
  readonly operation: TreeOperation;
}

/** The keys that do something with a row of the tree. */
export const treeShortcuts = [
  { hint: 'F2', label: 'Rename the file or folder, in the tree' },
  { hint: 'Del', label: 'Delete the file or folder, in the tree' },
] as const;
const [renaming, deleting] = treeShortcuts;

/** What can be done with a row of the tree, most wanted first. */
export function toTreeActions(node: TreeNode): readonly TreeAction[] {
  const folder = folderOf(node);
  const create: TreeAction = {
    label: folder === '' ? 'New file…' : `New file in ${folder}…`,
    operation: { kind: 'create', folder },
  };
  const isLeaving = toDeletions(node).length === 0;
  const change: readonly TreeAction[] = [
    { label: 'Rename…', hint: renaming.hint, operation: { kind: 'rename', node } },
    { label: 'Delete…', hint: deleting.hint, operation: { kind: 'delete', node } },
  ];
  const pending = countPending(node);
  const reject: TreeAction = {
    label: node.kind === 'file' ? 'Reject change…' : `Reject ${pending === 1 ? '1 change' : `${pending} changes`}…`,
    operation: { kind: 'reject', node },
  };
  return [create, ...(isLeaving ? [] : change), ...(pending > 0 ? [reject] : [])];
}

/** The operation of a key that is pressed on a row; `undefined` when it has none there. */
export function toTreeOperation(key: string, node: TreeNode): TreeOperation | undefined {
  const hint = key === 'Delete' ? deleting.hint : key;
  return toTreeActions(node).find((action) => action.hint === hint)?.operation;
}

/** How many files a row stands for that have a pending change. */
export function countPending(node: TreeNode): number {
  return filesOf(node).filter(({ pendingOp }) => pendingOp !== null).length;
}

/** The files that a row of the tree stands for: itself, or all in its folder. */
export function filesOf(node: TreeNode): readonly FileView[] {
  return node.kind === 'file' ? [node.file] : filesInOrder(node.children);
}

/** Moves a file, or a folder by its files. What is to be deleted stays where it is and goes from there. */
export function toMoves(node: TreeNode, target: string): RenameFilesRequest['moves'] {
  return filesOf(node)
    .filter(({ pendingOp }) => pendingOp !== 'delete')
    .map((file) => ({ from: file.path, to: target + pathOf(file).slice(node.path.length), version: file.version }));
}

/** Deletes a file, or a folder by its files, but for what is to be deleted already. */
export function toDeletions(node: TreeNode): DeleteFilesRequest['files'] {
  return filesOf(node)
    .filter(({ pendingOp }) => pendingOp !== 'delete')
    .map(({ path, version }) => ({ path, version }));
}

/** The files whose pending change would be lost for good if the node were deleted. */
export function findLost(node: TreeNode): readonly FileView[] {
  return filesOf(node).filter(({ pendingOp }) => pendingOp !== null && pendingOp !== 'delete');
}

/** The folder that a row of the tree is, or is in; `''` at the top. */
export function folderOf({ kind, path }: TreeNode): string {
  return kind === 'folder' ? path : path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
