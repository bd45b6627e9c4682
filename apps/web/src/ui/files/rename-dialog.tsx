import { useRenameFiles } from '../api/files.ts';
import { Dialog } from '../components/dialog.tsx';
import type { TreeNode } from './build-file-tree.ts';
import { PathForm } from './path-form.tsx';
import { toMoves } from './tree-operation.ts';

export interface RenameDialogProps {
  readonly workspaceId: string;
  readonly node: TreeNode;
  readonly onClose: () => void;
}

/** Renames a file or folder; a folder moves with its files. */
export function RenameDialog({ workspaceId, node, onClose }: RenameDialogProps) {
  const renaming = useRenameFiles(workspaceId);
  const { kind, name, path } = node;
  const nameStart = path.length - name.length;
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1;
  const nameEnd = dot > 0 ? nameStart + dot : path.length;
  const moves = toMoves(node, path).length;

  return (
    <Dialog isOpen onClose={onClose} title={`Rename ${name}`}>
      <PathForm
        label="New path"
        hint={
          kind === 'folder'
            ? `Moves ${moves === 1 ? 'the file' : `all ${moves} files`} in it, pending until accepted.`
            : 'Pending until accepted. Another folder moves the file there.'
        }
        submitLabel="Rename"
        initial={path}
        selection={[nameStart, nameEnd]}
        isBusy={renaming.isPending}
        error={renaming.error}
        onSubmit={(target) =>
          renaming.mutate({ moves: toMoves(node, target.replace(/\/+$/, '')) }, { onSuccess: onClose })
        }
        onCancel={onClose}
      />
    </Dialog>
  );
}
