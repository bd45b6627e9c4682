import type { DeleteFilesRequest, RenameFilesRequest } from '@shipmate/protocol/web/files';
import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { filesInOrder, type TreeNode } from './build-file-tree.ts';
import { pathOf } from './file-change.ts';

/** An operation that a person chose in the tree. */
export type TreeOperation =
  /** Creates a file in `folder` by default; `''` is the top level. */
  | { readonly kind: 'create'; readonly folder: string }
  | { readonly kind: 'rename'; readonly node: TreeNode }
  | { readonly kind: 'delete'; readonly node: TreeNode }
  /** Rejects the pending changes. */
  | { readonly kind: 'reject'; readonly node: TreeNode };

/** An action on a row of the tree. */
interface TreeAction {
  readonly label: string;
  /** Keyboard shortcut of the action. */
  readonly hint?: string;
  readonly operation: TreeOperation;
}

/** The keyboard shortcuts of a tree row. */
export const treeShortcuts = [
  { hint: 'F2', label: 'Rename the file or folder, in the tree' },
  { hint: 'Del', label: 'Delete the file or folder, in the tree' },
] as const;
const [renaming, deleting] = treeShortcuts;

/** Returns the actions of a tree row, most frequent first. */
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

/** Returns the operation of a key pressed on a row; `undefined` when the key has none there. */
export function toTreeOperation(key: string, node: TreeNode): TreeOperation | undefined {
  const hint = key === 'Delete' ? deleting.hint : key;
  return toTreeActions(node).find((action) => action.hint === hint)?.operation;
}

/** Returns the number of files of a row that have a pending change. */
export function countPending(node: TreeNode): number {
  return filesOf(node).filter(({ pendingOp }) => pendingOp !== null).length;
}

/** Returns the files of a tree row: the file itself, or all files of the folder. */
export function filesOf(node: TreeNode): readonly FileSummary[] {
  return node.kind === 'file' ? [node.file] : filesInOrder(node.children);
}

/** Returns the moves for a file, or for the files of a folder. Files pending deletion keep their path. */
export function toMoves(node: TreeNode, target: string): RenameFilesRequest['moves'] {
  return filesOf(node)
    .filter(({ pendingOp }) => pendingOp !== 'delete')
    .map((file) => ({ from: file.path, to: target + pathOf(file).slice(node.path.length), version: file.version }));
}

/** Returns the deletions for a file, or for the files of a folder, without those already pending deletion. */
export function toDeletions(node: TreeNode): DeleteFilesRequest['files'] {
  return filesOf(node)
    .filter(({ pendingOp }) => pendingOp !== 'delete')
    .map(({ path, version }) => ({ path, version }));
}

/** Returns the files whose pending change is lost permanently when the node is deleted. */
export function findLost(node: TreeNode): readonly FileSummary[] {
  return filesOf(node).filter(({ pendingOp }) => pendingOp !== null && pendingOp !== 'delete');
}

/** Returns the folder that a tree row is or is in; `''` at the top level. */
export function folderOf({ kind, path }: TreeNode): string {
  return kind === 'folder' ? path : path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
